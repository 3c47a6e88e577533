/** Offers, rules and certificates of the marketplace as the pages show them. */
import type { Result } from "@lockstep/client";
import { isObject } from "../../json";
import type { Catalogue } from "../../text";

export type Token = Result<"listDataTokens">["tokens"][number];
export type TokenDetails = Result<"getDataToken">;
export type Listing = Result<"listListings">["data"][number];
export type Item = Result<"listOfferedItems">["items"][number];
export type Purchase = Result<"listPurchases">["purchases"][number];

/** The kinds of offers. */
export const KINDS = ["token", "listing", "item"] as const;

/** An offer of any kind in one list. */
export interface Offer {
  kind: (typeof KINDS)[number];
  id: string;
  title: string;
  price: number;
  currency: string;
  restrictions: readonly string[];
}

/** Joins the offers of the three kinds. */
export function offersOf(
  tokens: readonly Token[],
  listings: readonly Listing[],
  items: readonly Item[],
  tokenTitle: (points: number) => string,
): Offer[] {
  return [
    ...listings.map(
      ({ id, title, price, currency, access_rules }): Offer => ({
        kind: "listing",
        id,
        title,
        price,
        currency,
        restrictions: access_rules.restrictions ?? [],
      }),
    ),
    ...tokens.map(
      ({ id, points, price, currency, restrictions }): Offer => ({
        kind: "token",
        id,
        title: tokenTitle(points),
        price,
        currency,
        restrictions,
      }),
    ),
    ...items.map(
      ({ id, name, price, currency }): Offer => ({
        kind: "item",
        id,
        title: name,
        price,
        currency,
        restrictions: [],
      }),
    ),
  ];
}

/** Writes an amount with its currency. An unknown currency code follows the number. */
export function money(amount: number, currency: string, language: string): string {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${amount.toLocaleString(language)} ${currency}`;
  }
}

/** Writes a duration of ISO 8601 in whole days, months or years; another one as it is. */
export function accessTime(duration: string, t: Catalogue): string {
  const parts = /^P(\d+)([DWMY])$/.exec(duration);
  const amount = Number(parts?.[1]);
  switch (parts?.[2]) {
    case "D":
      return t.market.days(amount);
    case "W":
      return t.market.days(amount * 7);
    case "M":
      return t.market.months(amount);
    case "Y":
      return t.market.months(amount * 12);
    default:
      return duration;
  }
}

/** Describes a restriction in words. */
export function restrictionText(restriction: string, t: Catalogue): string {
  if (restriction.startsWith("purpose:")) {
    return t.market.forPurpose(restriction.slice("purpose:".length));
  }
  const known: Readonly<Record<string, string>> = t.market.restrictions;
  return known[restriction] ?? restriction;
}

/** Writes a reason of the API as a sentence. */
export function asSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? "" : "."}`;
}

/** Returns the purposes of which a buyer must state one. */
export function purposesOf(restrictions: readonly string[]): string[] {
  return restrictions.filter((one) => one.startsWith("purpose:")).map((one) => one.slice("purpose:".length));
}

/** A series of a certificate. */
export interface CertifiedSeries {
  type: string;
  device: string;
  mode: string | null;
  points: number;
  days: number;
  first: string;
  last: string;
}

/** Reads the series of a token's certificate. Values of another format are left out. */
export function certifiedSeries(certificate: unknown): CertifiedSeries[] {
  const series = signedRecord(certificate)?.["series"];
  if (!Array.isArray(series)) {
    return [];
  }
  return series.filter(isObject).map((one) => ({
    type: String(one["type"] ?? ""),
    device: String(one["device"] ?? ""),
    mode: typeof one["mode"] === "string" ? one["mode"] : null,
    points: Number(one["points"] ?? 0),
    days: Array.isArray(one["days"]) ? one["days"].length : 0,
    first: String(one["first"] ?? ""),
    last: String(one["last"] ?? ""),
  }));
}

/** Returns the record of a signed document; undefined if there is none. */
export function signedRecord(document: unknown): Record<string, unknown> | undefined {
  const text = isObject(document) ? document["record"] : undefined;
  if (typeof text !== "string") {
    return undefined;
  }
  try {
    const record: unknown = JSON.parse(text);
    return isObject(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the purchase with which an offer can be read now. */
export function readable(purchases: readonly Purchase[], id: string): Purchase | undefined {
  return purchases.find((one) => (one.tokenId === id || one.listingId === id) && one.status === "active");
}

/** Whether a purchase may still be refunded: unused, and not an hour old. */
export function mayRefund(purchase: Purchase, now: number): boolean {
  return purchase.status === "active" && now - Date.parse(purchase.purchasedAt) < 3_600_000;
}
