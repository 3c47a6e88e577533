/** The queries of the marketplace. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";

export const offersQuery = queryOptions({
  queryKey: ["market", "offers"],
  queryFn: async ({ signal }) => {
    const [tokens, listings, items] = await Promise.all([
      api.marketplace.listDataTokens({ scope: "market", limit: 100 }, { signal }),
      api.marketplace.listListings({ limit: 100 }, { signal }),
      api.marketplace.listOfferedItems({ limit: 100 }, { signal }),
    ]);
    return { tokens: tokens.tokens, listings: listings.data, items: items.items };
  },
});

export const ownTokensQuery = queryOptions({
  queryKey: ["market", "own"],
  queryFn: ({ signal }) => api.marketplace.listDataTokens({ scope: "own", limit: 100 }, { signal }),
});

export const purchasesQuery = queryOptions({
  queryKey: ["market", "purchases"],
  queryFn: ({ signal }) => api.marketplace.listPurchases({ limit: 100 }, { signal }),
});

export const ledgerQuery = queryOptions({
  queryKey: ["market", "ledger"],
  queryFn: ({ signal }) => api.marketplace.readLedger({ limit: 100 }, { signal }),
});
