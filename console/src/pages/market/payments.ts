/** The requests of buyers and sellers. Each has an `Idempotency-Key`, so that a repetition costs and offers nothing more. */
import type { Body, Download, Result } from "@lockstep/client";
import { api } from "../../api/client";
import type { RepeatableRequest } from "../../api/repeatable";
import { type Draft, listingBody, tokenBody } from "./draft";
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

/** Offers the data of a draft. */
export function offerForSale(
  draft: Draft,
  request: RepeatableRequest,
): Promise<{ kind: "listing" | "token"; id: string; status: string }> {
  return request.send(draft, async (idempotencyKey) => {
    if (draft.what === "dataset") {
      const listing = await api.marketplace.createListing(listingBody(draft), { idempotencyKey });
      return { kind: "listing", id: listing.id, status: "active" };
    }
    const token = await api.marketplace.createDataToken(tokenBody(draft), { idempotencyKey });
    return { kind: "token", id: token.tokenId, status: token.status };
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

/** Reads the first points of a bought token, which consumes a use. */
export function readBoughtPoints(
  id: string,
  limit: number,
  request: RepeatableRequest,
): Promise<Result<"readSoldPoints">> {
  return request.send([id, limit], (idempotencyKey) =>
    api.marketplace.readSoldPoints({ id, limit }, { idempotencyKey }),
  );
}

/** Takes an answer to its end. It fails if the answer breaks off, so that the next attempt continues the same use. */
export type Save = (answer: Download) => Promise<void>;

/** Reads all points of a bought token as a CSV file, which consumes a use. */
export function downloadBoughtPoints(id: string, save: Save, request: RepeatableRequest): Promise<void> {
  return request.send([id, "csv"], async (idempotencyKey) =>
    save(await api.marketplace.readSoldPointsStream({ id, format: "csv" }, "text/csv", { idempotencyKey })),
  );
}

/** Reads the first rows of a bought dataset, which consumes a use. */
export function readBoughtRows(
  id: string,
  limit: number,
  request: RepeatableRequest,
): Promise<Result<"readSoldRows">> {
  return request.send([id, limit], (idempotencyKey) =>
    api.marketplace.readSoldRows({ id, limit }, { idempotencyKey }),
  );
}

/** Reads all rows of a bought dataset as a CSV file, which consumes a use. */
export function downloadBoughtRows(id: string, save: Save, request: RepeatableRequest): Promise<void> {
  return request.send([id, "csv"], async (idempotencyKey) =>
    save(await api.marketplace.readSoldRowsStream({ id }, "text/csv", { idempotencyKey })),
  );
}
