import { ConflictError, ConnectionError, type Download } from "@lockstep/client";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_LIFETIME_MS, RepeatableRequest } from "../src/api/repeatable";

vi.stubGlobal("location", { origin: "http://localhost" });
const {
  askAggregate,
  downloadBoughtPoints,
  downloadBoughtRows,
  offerForSale,
  purchase,
  readBoughtPoints,
  readBoughtRows,
} = await import("../src/pages/market/payments");
const { sendCommand } = await import("../src/pages/devices/send");
const { startRun } = await import("../src/pages/agents/start");
const { EMPTY_DRAFT } = await import("../src/pages/market/draft");

/** The path and the key of each request that was sent. */
let sent: { path: string; key: string | null }[] = [];
/** The answers of the server; a connection that fails, while there is none. */
let answers: { status: number; body: unknown }[] = [];

vi.stubGlobal("fetch", async (input: URL, init?: RequestInit) => {
  sent.push({ path: input.pathname, key: new Headers(init?.headers).get("Idempotency-Key") });
  const answer = answers.shift();
  if (!answer) {
    throw new TypeError("fetch failed");
  }
  return new Response(JSON.stringify(answer.body), { status: answer.status });
});

beforeEach(() => {
  sent = [];
  answers = [];
});

const bought = { status: 200, body: { purchaseId: "pur_1" } };
const refused = {
  status: 409,
  body: { error: { code: "CONFLICT", message: "the price is 6.00", requestId: "req_1" } },
};

describe("a purchase", () => {
  it.each([
    ["token", "/v1/sfdp/marketplace/tokens/an-id/purchase"],
    ["listing", "/api/marketplace/items/an-id/purchase"],
    ["item", "/v1/sfdp/marketplace/items/an-id/purchase"],
  ] as const)("of a %s keeps its key until it succeeds", async (kind, path) => {
    const offer = { kind, id: "an-id", price: 5, currency: "EUR" };
    const request = new RepeatableRequest();
    // The client repeats the request once, with the same key.
    await expect(purchase(offer, undefined, request)).rejects.toThrow(ConnectionError);
    answers = [refused, bought, bought];
    await expect(purchase(offer, undefined, request)).rejects.toThrow(ConflictError);
    await purchase(offer, undefined, request);
    await purchase(offer, undefined, request);
    expect(new Set(sent.map((one) => one.path))).toEqual(new Set([path]));
    const [first, ...later] = sent.map((one) => one.key);
    expect(first).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(later.slice(0, -1)).toEqual([first, first, first]);
    expect(later.at(-1)).not.toBe(first);
  });

  it("has a key of its own for another price or purpose", async () => {
    const offer = { kind: "token", id: "tok_1", price: 5, currency: "EUR" } as const;
    const request = new RepeatableRequest();
    answers = [refused, refused, refused];
    for (const [price, purpose] of [
      [5, "research"],
      [6, "research"],
      [6, "training"],
    ] as const) {
      await expect(purchase({ ...offer, price }, purpose, request)).rejects.toThrow(ConflictError);
    }
    expect(new Set(sent.map((one) => one.key)).size).toBe(3);
  });
});

describe("a question about sold points", () => {
  it("keeps its key after a lost answer, and has another for another question", async () => {
    const request = new RepeatableRequest(ANSWER_LIFETIME_MS);
    const mean = { operation: "mean", type: "heart_rate" } as const;
    await expect(askAggregate("tok_1", mean, request)).rejects.toThrow(ConnectionError);
    answers = [refused, { status: 200, body: { remainingUses: 9, result: {} } }];
    await expect(askAggregate("tok_1", mean, request)).rejects.toThrow(ConflictError);
    await askAggregate("tok_1", { ...mean, operation: "sum" }, request);
    const keys = sent.map((one) => one.key);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(sent.at(-1)?.path).toBe("/v1/sfdp/marketplace/tokens/tok_1/aggregate");
  });

  it("has a new key when the server no longer repeats the answer to the earlier one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const request = new RepeatableRequest(ANSWER_LIFETIME_MS);
    const keys: string[] = [];
    const lost = (key: string) => {
      keys.push(key);
      return Promise.reject(new ConnectionError("lost"));
    };
    for (const minutes of [0, 59, 1]) {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      await expect(request.send("a question", lost)).rejects.toThrow(ConnectionError);
    }
    vi.useRealTimers();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe("a read of bought data", () => {
  const page = { status: 200, body: {} };
  const drain = async (answer: Download) => void (await answer.text());
  const brokenOff = () => Promise.reject(new ConnectionError("lost"));
  it.each([
    ["points", (request: RepeatableRequest) => readBoughtPoints("tok_1", 50, request)],
    ["points as a file", (request: RepeatableRequest) => downloadBoughtPoints("tok_1", drain, request)],
    ["rows", (request: RepeatableRequest) => readBoughtRows("lst_1", 50, request)],
    ["rows as a file", (request: RepeatableRequest) => downloadBoughtRows("lst_1", drain, request)],
  ])("of %s keeps its key until it succeeds", async (_, read) => {
    const request = new RepeatableRequest(ANSWER_LIFETIME_MS);
    await expect(read(request)).rejects.toThrow(ConnectionError);
    answers = [page, page];
    await read(request);
    await read(request);
    const keys = sent.map((one) => one.key);
    expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it.each([
    ["points", downloadBoughtPoints],
    ["rows", downloadBoughtRows],
  ])("of a file of %s that broke off continues the same use", async (_, download) => {
    const request = new RepeatableRequest(ANSWER_LIFETIME_MS);
    answers = [page, page];
    await expect(download("an-id", brokenOff, request)).rejects.toThrow(ConnectionError);
    await download("an-id", drain, request);
    expect(sent[0]?.key).toBeTruthy();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

describe("an act that is repeated after a lost answer", () => {
  const points = { ...EMPTY_DRAFT, series: "steps\nWatch" };
  const command = { command: "set_speed", parameters: {}, expires_in: 60 };
  const repeatable = new RepeatableRequest();
  it.each([
    ["offers points once", { tokenId: "tok_1", status: "active" }, () => offerForSale(points, repeatable)],
    [
      "offers a dataset once",
      { id: "lst_1" },
      () => offerForSale({ ...EMPTY_DRAFT, what: "dataset", dataset: "ds_1" }, repeatable),
    ],
    ["sends a command once", { command_id: "cmd_1" }, () => sendCommand("dev_1", command, repeatable)],
    ["starts a workflow once", { runId: "run_1" }, () => startRun("morning", false)],
  ])("%s", async (_, body, act) => {
    await expect(act()).rejects.toThrow(ConnectionError);
    answers = [
      { status: 200, body },
      { status: 200, body },
    ];
    await act();
    // After an answer, the same act is a new one.
    await act();
    const keys = sent.map((one) => one.key);
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });
});
