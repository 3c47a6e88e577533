import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { ApiError, ConnectionError, Lockstep, TimeoutError } from "../src/index.js";
import { answer, FakeServer, refusal } from "./fake.js";

type Client = (options?: Partial<ConstructorParameters<typeof Lockstep>[0]>) => Lockstep;

function clientOf(server: FakeServer): Client {
  return (options = {}) => new Lockstep({ baseUrl: server.url, credential: { apiKey: "k" }, ...options });
}

const JSON_HEAD = { "Content-Type": "application/json" };

/** Sends the head and a part of the body, and no more. */
function stall(response: ServerResponse): void {
  response.writeHead(200, JSON_HEAD);
  response.write('{"quotas":');
}

/** Sends parts of a table, with pauses. */
function slow(parts: string[], milliseconds: number) {
  return (response: ServerResponse) => {
    response.writeHead(200, { "Content-Type": "text/csv" });
    parts.forEach((part, nth) => {
      setTimeout(() => response.write(part), nth * milliseconds);
    });
    setTimeout(() => response.end(), parts.length * milliseconds);
  };
}

/** Fails if the work has not ended after ten seconds. */
async function soon<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("still pending")), 10_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

test("a body that stalls times out", async () => {
  await using server = await FakeServer.start(stall);
  const client = clientOf(server)({ timeout: 500, maxRetries: 0 });
  await assert.rejects(soon(client.fitness.getUsage()), (error: TimeoutError) => {
    return error instanceof TimeoutError && error.milliseconds === 500;
  });
  const download = await client.fitness.exportPointsStream({ format: "csv" }, "text/csv");
  await assert.rejects(soon(download.text()), TimeoutError);
  const refused = await FakeServer.start((response) => {
    response.writeHead(400, JSON_HEAD);
    response.write("{");
  });
  await using _ = refused;
  const call = clientOf(refused)({ timeout: 500, maxRetries: 0 }).fitness.getUsage();
  await assert.rejects(soon(call), (error: ApiError) => error instanceof ApiError && error.status === 400);
});

test("a body may take longer than the time between two parts of it", async () => {
  const parts = ["watts\n", "200\n", "201\n", "202\n", "203\n"];
  await using server = await FakeServer.start(slow(parts, 300));
  const client = clientOf(server)({ timeout: 1000 });
  const download = () => client.fitness.exportPointsStream({ format: "csv" }, "text/csv");
  assert.equal(await soon((await download()).text()), parts.join(""));
  // The time of a reader that pauses does not count.
  const later = await download();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.equal(await soon(later.text()), parts.join(""));
});

test("cancellation during the body throws the reason of the signal", async () => {
  await using server = await FakeServer.start(stall);
  for (const reason of [new Error("enough"), "a text"]) {
    const stop = new AbortController();
    const call = clientOf(server)().fitness.getUsage({ signal: stop.signal });
    setTimeout(() => stop.abort(reason), 100);
    await assert.rejects(soon(call), (error) => error === reason);
  }
  const stop = new AbortController();
  const download = await clientOf(server)().fitness.exportPointsStream({}, "text/csv", {
    signal: stop.signal,
  });
  setTimeout(() => stop.abort(), 100);
  await assert.rejects(soon(download.bytes()), { name: "AbortError" });
});

test("a download that breaks off is a lost connection", async () => {
  await using server = await FakeServer.start((response) => {
    response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": "1000" });
    response.write("watts\n");
    setImmediate(() => response.destroy());
  });
  const download = await clientOf(server)().fitness.exportPointsStream({ format: "csv" }, "text/csv");
  await assert.rejects(download.text(), ConnectionError);
});

test("an answer of another kind is an error that says so", async () => {
  const calls: [unknown, RegExp, (lockstep: Lockstep) => Promise<unknown>][] = [
    [null, /the answer is null, not an object/, (one) => one.fitness.getUsage()],
    ["text", /a JSON string, not an object/, (one) => one.fitness.getUsage()],
    [[], /a list, not an object/, (one) => one.devices.listDevices()],
    [null, /null, not an object or a list/, (one) => one.fitness.exportPoints({ format: "omh" })],
    [null, /null, not an object/, (one) => one.datasets.listDatasetsAll().next()],
    [{}, /no list `data`/, (one) => one.datasets.listDatasetsAll().next()],
    [{ data: null }, /no list `data`/, (one) => one.fitness.readPointsAll().next()],
    [{}, /no text `jobId`/, (one) => one.encryption.encryptDataAsJob({ data: "", mode: "FHE" })],
    [{}, /no text `ticket`/, (one) => one.stream().next()],
  ];
  for (const [body, message, call] of calls) {
    await using server = await FakeServer.start(answer(200, body, { "X-Request-Id": "req_7" }));
    const result = call(clientOf(server)());
    await assert.rejects(result, (error: ApiError) => {
      assert.ok(error instanceof ApiError, String(error));
      assert.match(error.message, message);
      assert.equal(error.requestId, "req_7");
      return true;
    });
  }
  await using server = await FakeServer.start(answer(200, {}));
  const credential = { username: "ada", password: "p" };
  await assert.rejects(clientOf(server)({ credential }).fitness.getUsage(), /no text `access_token`/);
  await using list = await FakeServer.start(answer(200, []));
  assert.deepEqual(await clientOf(list)().fitness.exportPoints({ format: "omh" }), []);
});

test("downloads report their progress", async () => {
  const parts = ["watts\n", "200\n", "201\n"];
  await using server = await FakeServer.start(
    slow([...parts], 300),
    slow([...parts], 20),
    slow([...parts], 20),
  );
  const download = () => clientOf(server)().fitness.exportPointsStream({ format: "csv" }, "text/csv");
  const seen: number[] = [];
  const bytes = await (await download()).bytes((received) => seen.push(received));
  assert.equal(bytes.byteLength, 14);
  assert.deepEqual([seen.length > 1, seen.at(-1)], [true, 14]);
  const written: number[] = [];
  const target = new WritableStream<Uint8Array>({ write: (part) => void written.push(part.byteLength) });
  assert.equal(await (await download()).saveTo(target, (received) => seen.push(received)), 14);
  assert.equal(seen.splice(0).at(-1), 14);
  assert.equal(
    written.reduce((sum, length) => sum + length),
    14,
  );
  const blob = await (await download()).blob((received) => seen.push(received));
  assert.equal(await blob.text(), parts.join(""));
  assert.deepEqual([blob.type, seen.at(-1)], ["text/csv", 14]);
});

test("a refusal with a long time-out is not cut short", async () => {
  await using server = await FakeServer.start(refusal(404, "NOT_FOUND"));
  const call = clientOf(server)({ timeout: Number.POSITIVE_INFINITY }).fitness.getUsage();
  await assert.rejects(call, (error: ApiError) => error.code === "NOT_FOUND");
});
