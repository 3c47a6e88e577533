/** The purchase with which a page reads an offer. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Purchase, readable } from "./offers";
import { purchasesQuery } from "./queries";

/** Returns the purchase, also after its last use: the answer that it paid for stays on the page. */
export function useBought(offer: string): Purchase | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(purchasesQuery);
  const purchases = data?.pages.flatMap((page) => page.purchases) ?? [];
  const now = readable(purchases, offer);
  const [shown, setShown] = useState<string>();
  if (now && now.id !== shown) {
    setShown(now.id);
  }
  const found = now ?? purchases.find((one) => one.id === shown);
  // An older purchase is on a later page.
  const isMissing = found === undefined && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isMissing) {
      fetchNextPage();
    }
  }, [isMissing, fetchNextPage]);
  return found;
}
