/** The requests of a buyer that cost money or a use. Each has an `Idempotency-Key`, so that a repetition costs nothing. */
import type { Body, Result } from "@lockstep/client";
import { api } from "../../api/client";
import type { RepeatableRequest } from "../../api/repeatable";
import type { Offer } from "./offers";

/** An offer at the price that the page shows. */
export interface PricedOffer {
  kind: Offer["kind"];
  id: string;
  price: number;
  currency: string;
}

/** Buys at the price that the page shows: at another price by now, the server refuses. */
export function purchase(
  { kind, id, price, currency }: PricedOffer,
  purpose: string | undefined,
  request: RepeatableRequest,
): Promise<unknown> {
  const stated = { currency, ...(purpose && { purpose }) };
  return request.send<unknown>([kind, id, price, stated], (idempotencyKey) => {
    const options = { idempotencyKey };
    switch (kind) {
      case "token":
        return api.marketplace.purchaseDataToken({ id }, { expectedPrice: price, ...stated }, options);
      case "listing":
        return api.marketplace.purchaseListing({ id }, { expected_price: price, ...stated }, options);
      case "item":
        return api.marketplace.purchaseItem({ id }, { expectedPrice: price, ...stated }, options);
    }
  });
}

/** Asks for an aggregate of the points of a bought token, which consumes a use. */
export function askAggregate(
  id: string,
  question: Body<"aggregateSoldPoints">,
  request: RepeatableRequest,
): Promise<Result<"aggregateSoldPoints">> {
  return request.send([id, question], (idempotencyKey) =>
    api.marketplace.aggregateSoldPoints({ id }, question, { idempotencyKey }),
  );
}
