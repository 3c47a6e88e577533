/** A search for offers: its place in the address, and the words that the API expects. */
import type { Result } from "@lockstep/client";
import { KINDS, type Offer } from "./offers";

/** The address of the market. */
export interface MarketSearch {
  tab?: string;
  words?: string;
  kind?: string;
}

/** An offer that a search found. */
export type FoundOffer = Result<"searchOffers">["offers"][number];

/** The API accepts 200 characters, of which the word of the kind needs some. */
export const MAX_WORDS_LENGTH = 180;

/** Returns the query of the API: it takes the kind as a further word, such as `listings`. */
export function offerQuery(words: string, kind: string | undefined): string {
  const known = KINDS.find((one) => one === kind);
  return known ? `${words} ${known}s` : words;
}

/** Returns the kind of a found offer, as the addresses of offers have it. */
export function kindOf({ kind }: Pick<FoundOffer, "kind">): Offer["kind"] {
  return KINDS.find((one) => one === kind) ?? "item";
}

/** The longest part of a description that is shown as a title. */
const MAX_TITLE_LENGTH = 80;

/** Returns the title of a found offer; for measurements, which have no title, the beginning of their description. */
export function titleOf(offer: Pick<FoundOffer, "title" | "description">, unnamed: string): string {
  const text = offer.title.trim() || offer.description.trim() || unnamed;
  const letters = [...text];
  return letters.length > MAX_TITLE_LENGTH ? `${letters.slice(0, MAX_TITLE_LENGTH - 1).join("")}…` : text;
}
