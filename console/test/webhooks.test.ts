import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { origin: "http://localhost" });
const { changesOf, creationOf, eventAreas, isPending, readDraft, scopesFor } = await import(
  "../src/pages/account/webhooks/webhook"
);

const TYPES = [
  { name: "points.stored", description: "", scopes: ["own"] },
  { name: "user.create", description: "", scopes: ["administration"] },
  { name: "alert.started", description: "", scopes: ["own", "administration"] },
  { name: "points.deleted", description: "", scopes: ["own"] },
] satisfies Parameters<typeof eventAreas>[0];

const STORED = {
  id: "wh_1",
  url: "https://hooks.example/",
  description: "Dashboard",
  eventTypes: ["points.deleted", "points.stored"],
  scope: "own",
  status: "active",
  pendingDeliveries: 0,
  skippedEvents: 0,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
} satisfies Parameters<typeof changesOf>[0];

function form(fields: readonly (readonly [string, string])[]): FormData {
  const values = new FormData();
  for (const [name, value] of fields) {
    values.append(name, value);
  }
  return values;
}

describe("webhooks", () => {
  it("group the events that a scope offers by area", () => {
    const named = (scope: "own" | "administration") =>
      eventAreas(TYPES, scope).map(({ area, events }) => [area, ...events.map((event) => event.name)]);
    expect(named("own")).toEqual([
      ["alert", "alert.started"],
      ["points", "points.stored", "points.deleted"],
    ]);
    expect(named("administration")).toEqual([
      ["alert", "alert.started"],
      ["user", "user.create"],
    ]);
  });

  it("offer the events of all accounts to staff only", () => {
    expect(scopesFor("user")).toEqual(["own"]);
    expect(scopesFor("auditor")).toEqual(["own", "administration"]);
    expect(scopesFor("admin")).toEqual(["own", "administration"]);
  });

  it("are created without an empty note and without events of another scope", () => {
    const draft = readDraft(
      form([
        ["url", " https://hooks.example/ "],
        ["description", ""],
        ["scope", "own"],
        ["event", "points.stored"],
        ["event", "user.create"],
        ["event", "alert.started"],
      ]),
      TYPES,
    );
    expect(creationOf(draft)).toEqual({
      url: "https://hooks.example/",
      scope: "own",
      eventTypes: ["alert.started", "points.stored"],
    });
  });

  it("send only the values that were changed", () => {
    const draft = {
      url: STORED.url,
      description: STORED.description,
      scope: "own",
      events: new Set(["points.stored", "points.deleted"]),
    } as const;
    expect(changesOf(STORED, draft)).toEqual({});
    expect(changesOf(STORED, { ...draft, description: "" })).toEqual({ description: "" });
    expect(changesOf(STORED, { ...draft, events: new Set(["points.stored"]) })).toEqual({
      eventTypes: ["points.stored"],
    });
  });

  it("are followed while a delivery waits", () => {
    const delivery = { id: "whd_1", eventType: "webhook.test", attempts: 1, createdAt: "" };
    expect(isPending({ ...delivery, status: "pending" })).toBe(true);
    expect(isPending({ ...delivery, status: "failed" })).toBe(false);
  });
});
