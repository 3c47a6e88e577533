/** The queries of the marketplace. Lists come in pages, which a button adds. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { offerQuery } from "./found";

const PAGE = 100;

/** The next page of each kind of offer: a cursor or a number; null if the kind has no further page. */
export interface OffersPage {
  tokens: string | null;
  listings: number | null;
  items: string | null;
}

const FIRST_OFFERS: OffersPage = { tokens: "", listings: 1, items: "" };

const from = (cursor: string) => ({ limit: PAGE, ...(cursor && { cursor }) });

/** Reads a page of each kind of offer that has one left. */
export async function readOffers({ tokens, listings, items }: OffersPage, signal: AbortSignal) {
  const [tokenPage, listingPage, itemPage] = await Promise.all([
    tokens === null
      ? undefined
      : api.marketplace.listDataTokens({ scope: "market", ...from(tokens) }, { signal }),
    listings === null ? undefined : api.marketplace.listListings({ page: listings, limit: PAGE }, { signal }),
    items === null ? undefined : api.marketplace.listOfferedItems(from(items), { signal }),
  ]);
  const next: OffersPage = {
    tokens: tokenPage?.nextCursor ?? null,
    listings:
      listingPage && listingPage.page * listingPage.limit < listingPage.total ? listingPage.page + 1 : null,
    items: itemPage?.nextCursor ?? null,
  };
  const isLast = next.tokens === null && next.listings === null && next.items === null;
  return {
    tokens: tokenPage?.tokens ?? [],
    listings: listingPage?.data ?? [],
    items: itemPage?.items ?? [],
    next: isLast ? undefined : next,
  };
}

export const offersQuery = infiniteQueryOptions({
  queryKey: ["market", "offers"],
  queryFn: ({ pageParam, signal }) => readOffers(pageParam, signal),
  initialPageParam: FIRST_OFFERS,
  getNextPageParam: (page) => page.next,
});

/** The offers with these words. The API returns no further pages of them. */
export const foundOffersQuery = (words: string, kind: string | undefined) =>
  queryOptions({
    queryKey: ["market", "found", words, kind],
    queryFn: ({ signal }) =>
      api.marketplace.searchOffers({ query: offerQuery(words, kind), limit: PAGE }, { signal }),
  });

/** A draft of a listing of a dataset. */
export const listingDraftQuery = (dataset: string, currency: string) =>
  queryOptions({
    queryKey: ["market", "listing-draft", dataset, currency],
    queryFn: ({ signal }) => api.marketplace.getListingDraft({ dataset_id: dataset, currency }, { signal }),
  });

/** The prices of the offers with measurements of a type. */
export const pricesQuery = (type: string) =>
  queryOptions({
    queryKey: ["market", "prices", type],
    queryFn: ({ signal }) => api.marketplace.comparePrices({ type, limit: 1 }, { signal }),
  });

export const ownTokensQuery = infiniteQueryOptions({
  queryKey: ["market", "own"],
  queryFn: ({ pageParam, signal }) =>
    api.marketplace.listDataTokens({ scope: "own", ...from(pageParam) }, { signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export const purchasesQuery = infiniteQueryOptions({
  queryKey: ["market", "purchases"],
  queryFn: ({ pageParam, signal }) => api.marketplace.listPurchases(from(pageParam), { signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export const ledgerQuery = infiniteQueryOptions({
  queryKey: ["market", "ledger"],
  queryFn: ({ pageParam, signal }) => api.marketplace.readLedger(from(pageParam), { signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
