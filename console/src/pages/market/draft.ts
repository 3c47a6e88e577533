/** The choices of a seller so far, and the requests made from them. */
import type { Body, Result } from "@lockstep/client";

export interface Draft {
  what: "points" | "dataset";
  /** `type` and `device` of a series, divided by a line break; neither can contain one. */
  series: string;
  from: string;
  to: string;
  dataset: string;
  title: string;
  days: number;
  uses: number;
  isAggregate: boolean;
  isNoExport: boolean;
  purpose: string;
  price: number;
  currency: string;
  description: string;
}

export const EMPTY_DRAFT: Draft = {
  what: "points",
  series: "",
  from: "",
  to: "",
  dataset: "",
  title: "",
  days: 30,
  uses: 10,
  isAggregate: true,
  isNoExport: false,
  purpose: "",
  price: 10,
  currency: "EUR",
  description: "",
};

/** Names a series for a choice. */
export function seriesKey(type: string, device: string): string {
  return `${type}\n${device}`;
}

/** Returns the selector of the API for the points of a draft. */
export function selector(draft: Draft): string {
  const [type = "", device = ""] = draft.series.split("\n");
  const parts = [`type=${type}`, ...(device ? [`device=${device}`] : [])];
  return [
    ...parts,
    ...(draft.from ? [`start=${draft.from}`] : []),
    ...(draft.to ? [`end=${draft.to}`] : []),
  ].join(";");
}

/** Days of the units of a duration of ISO 8601. */
const DAYS = { D: 1, W: 7, M: 30, Y: 365 } as const;

/** Returns the days of a duration of whole days, weeks, months or years; undefined for another one. */
export function daysOf(duration: string): number | undefined {
  const [, amount = "", unit = ""] = /^P(\d+)([DWMY])$/.exec(duration) ?? [];
  return amount === "" ? undefined : Number(amount) * DAYS[unit as keyof typeof DAYS];
}

/** Takes over the server's draft of a listing. The seller's own price stays if the server proposes none. */
export function withListingDraft(draft: Draft, proposed: Result<"getListingDraft">): Draft {
  const { restrictions = [], duration, allowed_uses } = proposed.access_rules;
  return {
    ...draft,
    what: "dataset",
    dataset: proposed.dataset_id,
    title: proposed.title,
    description: proposed.description,
    days: daysOf(duration) ?? draft.days,
    uses: allowed_uses,
    isNoExport: restrictions.includes("no-export"),
    price: proposed.price ?? draft.price,
    currency: proposed.currency,
  };
}

/** Returns the draft with which a sale begins. Without the server's draft, the first step shows the reason. */
export function firstDraft(dataset: string, proposed: Result<"getListingDraft"> | undefined): Draft {
  if (proposed) {
    return withListingDraft(EMPTY_DRAFT, proposed);
  }
  return dataset === "" ? EMPTY_DRAFT : { ...EMPTY_DRAFT, what: "dataset", dataset };
}

/** Fills the form from a draft that arrived late, and keeps the fields that the seller has changed. */
export function withLateDraft(draft: Draft, proposed: Result<"getListingDraft">): Draft {
  const { title, description, dataset, currency } = draft;
  if (dataset !== proposed.dataset_id || currency !== proposed.currency) {
    return draft;
  }
  const filled = withListingDraft(draft, proposed);
  return { ...filled, title: title || filled.title, description: description || filled.description };
}

/** Returns the restrictions of a draft. A dataset cannot be sold for answers only. */
export function restrictionsOf(draft: Draft): string[] {
  const word = draft.purpose.trim().toLowerCase().replaceAll(/\s+/g, "-");
  return [
    ...(draft.isAggregate && draft.what === "points" ? ["aggregate-only"] : []),
    ...(draft.isNoExport ? ["no-export"] : []),
    ...(word ? [`purpose:${word}`] : []),
  ];
}

export function tokenBody(draft: Draft): Body<"createDataToken"> {
  return {
    dataPoints: [selector(draft)],
    price: draft.price,
    currency: draft.currency,
    ...(draft.description && { description: draft.description }),
    accessRules: {
      duration: `P${draft.days}D`,
      allowedUses: draft.uses,
      restrictions: restrictionsOf(draft),
    },
  };
}

export function listingBody(draft: Draft): Body<"createListing"> {
  return {
    dataset_id: draft.dataset,
    title: draft.title,
    price: draft.price,
    currency: draft.currency,
    ...(draft.description && { description: draft.description }),
    access_rules: {
      duration: `P${draft.days}D`,
      allowed_uses: draft.uses,
      restrictions: restrictionsOf(draft),
    },
  };
}
