/** The purchase with which a page reads an offer. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Purchase, readable } from "./offers";
import { purchasesQuery } from "./queries";

/** Returns the purchase, also after its last use: the answer that it paid for stays on the page. */
export function useBought(offer: string): Purchase | undefined {
  const purchases = useQuery(purchasesQuery).data?.purchases ?? [];
  const now = readable(purchases, offer);
  const [shown, setShown] = useState<string>();
  if (now && now.id !== shown) {
    setShown(now.id);
  }
  return now ?? purchases.find((one) => one.id === shown);
}
