/** The requests of a buyer that cost money or a use. Each has an `Idempotency-Key`, so that a repetition costs nothing. */
import type { Body, Download, Result } from "@lockstep/client";
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

/** A read has no key: the client does not send it again after a lost answer, because each read consumes a use. */
const ONCE = { maxRetries: 0 } as const;

/** Reads the first points of a bought token, which consumes a use. */
export function readBoughtPoints(id: string, limit: number): Promise<Result<"readSoldPoints">> {
  return api.marketplace.readSoldPoints({ id, limit }, ONCE);
}

/** Reads all points of a bought token as a CSV file, which consumes a use. */
export function downloadBoughtPoints(id: string): Promise<Download> {
  return api.marketplace.readSoldPointsStream({ id, format: "csv" }, "text/csv", ONCE);
}

/** Reads the first rows of a bought dataset, which consumes a use. */
export function readBoughtRows(id: string, limit: number): Promise<Result<"readSoldRows">> {
  return api.marketplace.readSoldRows({ id, limit }, ONCE);
}

/** Reads all rows of a bought dataset as a CSV file, which consumes a use. */
export function downloadBoughtRows(id: string): Promise<Download> {
  return api.marketplace.readSoldRowsStream({ id }, "text/csv", ONCE);
}
