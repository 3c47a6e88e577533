/** Webhooks: their types, queries, and the pure logic of their forms and tables. */
import type { Body, Result } from "@lockstep/client";
import { api } from "../../../api/client";
import type { Account } from "../../../session";

export type Webhook = Result<"listWebhooks">["webhooks"][number];
export type Delivery = Result<"listWebhookDeliveries">["deliveries"][number];
export type EventType = Result<"listWebhookEventTypes">["eventTypes"][number];
export type Scope = Webhook["scope"];

/** An account has at most 20 webhooks: one page has all of them. */
const LIMIT = 100;

export const webhooksQuery = {
  queryKey: ["webhooks"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.webhooks.listWebhooks({ limit: LIMIT }, { signal }),
};

export const eventTypesQuery = {
  queryKey: ["webhook-event-types"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.webhooks.listWebhookEventTypes({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Returns the scopes that an account with this role may choose. */
export function scopesFor(role: Account["role"]): readonly Scope[] {
  return role === "admin" || role === "auditor" ? ["own", "administration"] : ["own"];
}

/** The event types of one area, which is the first part of their names. */
export interface EventArea {
  area: string;
  events: readonly EventType[];
}

/** Groups the event types that a scope offers by their area, in alphabetical order. */
export function eventAreas(types: readonly EventType[], scope: Scope): EventArea[] {
  const areas = new Map<string, EventType[]>();
  for (const type of types.filter((one) => one.scopes.includes(scope))) {
    const area = type.name.split(".")[0] ?? type.name;
    areas.set(area, [...(areas.get(area) ?? []), type]);
  }
  return [...areas]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, events]) => ({ area, events }));
}

/** The values of the form of a webhook. */
export interface Draft {
  url: string;
  description: string;
  scope: Scope;
  events: ReadonlySet<string>;
}

/** Reads the form; events that the chosen scope does not offer are left out. */
export function readDraft(values: FormData, types: readonly EventType[]): Draft {
  const text = (name: string) => String(values.get(name) ?? "").trim();
  const scope: Scope = text("scope") === "administration" ? "administration" : "own";
  const offered = new Set(types.filter((one) => one.scopes.includes(scope)).map((one) => one.name));
  const events = new Set(
    values
      .getAll("event")
      .map(String)
      .filter((name) => offered.has(name)),
  );
  return { url: text("url"), description: text("description"), scope, events };
}

/** Returns the request that creates a webhook. */
export function creationOf(draft: Draft): Body<"createWebhook"> {
  const { url, description, scope } = draft;
  return { url, scope, eventTypes: [...draft.events].sort(), ...(description && { description }) };
}

/** Returns only the values that differ from the stored webhook. */
export function changesOf(webhook: Webhook, draft: Draft): Body<"updateWebhook"> {
  const eventTypes = [...draft.events].sort();
  const isSame = eventTypes.join() === [...webhook.eventTypes].sort().join();
  return {
    ...(draft.url !== webhook.url && { url: draft.url }),
    ...(draft.description !== webhook.description && { description: draft.description }),
    ...(!isSame && { eventTypes }),
  };
}

/** Whether the server will send the delivery without a further request. */
export const isPending = (delivery: Delivery): boolean => delivery.status === "pending";
