import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import type { WebSocket } from "ws";
import {
  ApiError,
  AuthenticationError,
  type ChannelName,
  ConnectionError,
  InvalidRequestError,
  MalformedMessageError,
  MissedEventsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  TimeoutError,
} from "../src/index.js";
import { SocketServer } from "./sockets.js";

/** Returns a script that sends these texts, and closes with the code. */
function send(texts: string[], code = 1011) {
  return (socket: WebSocket) => {
    for (const text of texts) {
      socket.send(text);
    }
    socket.close(code);
  };
}

function insight(id: string): string {
  return JSON.stringify({ type: "insight", payload: {}, id });
}

/** Takes the ids of the first messages. */
async function ids(messages: AsyncGenerator<{ id: string }>, count: number): Promise<string[]> {
  const seen: string[] = [];
  for await (const { id } of messages) {
    seen.push(id);
    if (seen.length === count) break;
  }
  return seen;
}

test("a message that is not a JSON object ends the stream with an error of its own", async () => {
  for (const text of ["<html>", "", "null", "5", "[]", '{"id":']) {
    await using server = await SocketServer.start(send([insight("e1"), text], 1000));
    const messages = server.client().stream();
    assert.equal((await messages.next()).value?.id, "e1");
    await assert.rejects(messages.next(), MalformedMessageError, text);
    assert.equal(server.asked.length, 1);
  }
});

test("a binary message ends the stream, too", async () => {
  await using server = await SocketServer.start((socket) => socket.send(Buffer.from([0xff, 0x00])));
  await assert.rejects(server.client().stream().next(), MalformedMessageError);
});

test("a socket resumes after its last message", async () => {
  await using server = await SocketServer.start(
    send([insight("e1"), insight("e2")]),
    send([]),
    send([insight("e3")]),
  );
  assert.deepEqual(await ids(server.client().stream(), 3), ["e1", "e2", "e3"]);
  assert.deepEqual(server.asked, [
    "/v1/sfdp/stream",
    "/v1/sfdp/stream?lastEventId=e2",
    "/v1/sfdp/stream?lastEventId=e2",
  ]);
  assert.equal(server.offered[0], "lockstep.v1,ticket.hidden-ticket");
});

test("the token of a socket is renewed, again after a failure", async () => {
  for (const lostRenewals of [0, 1]) {
    const ends = Array.from({ length: lostRenewals + 1 }, () => send([], 4401));
    await using server = await SocketServer.start(...ends, send([insight("e1")]));
    const lockstep = server.client({ credential: { refreshToken: "r", onTokens: () => {} } });
    await lockstep.agents.listAgents();
    server.lostRenewals = lostRenewals;
    server.requested.length = 0;
    assert.deepEqual(await ids(lockstep.stream(), 1), ["e1"]);
    const renewal = ["/api/auth/refresh", "/v1/ws/tickets"];
    const renewals = Array.from({ length: lostRenewals + 1 }, () => renewal).flat();
    assert.deepEqual(server.requested, ["/v1/ws/tickets", ...renewals]);
  }
});

test("a token that another request has renewed is not renewed again", async () => {
  const elsewhere = async (socket: WebSocket) => {
    server.refused = 1;
    await lockstep.agents.listAgents();
    socket.close(4401);
  };
  await using server = await SocketServer.start((socket) => void elsewhere(socket), send([insight("e1")]));
  const lockstep = server.client({ credential: { refreshToken: "r", onTokens: () => {} } });
  assert.deepEqual(await ids(lockstep.stream(), 1), ["e1"]);
  assert.equal(server.requested.filter((url) => url === "/api/auth/refresh").length, 2);
});

test("a message without an id does not lose the place", async () => {
  await using server = await SocketServer.start(
    send([insight("e1"), '{"type":"new"}']),
    send([insight("e2")]),
  );
  assert.deepEqual(await ids(server.client().stream(), 3), ["e1", undefined, "e2"]);
  assert.equal(server.asked[1], "/v1/sfdp/stream?lastEventId=e1");
});

const SUBSCRIBED = JSON.stringify({ type: "subscribed", channels: ["marketplace"] });

test("channels are subscribed to, again after a lost connection", async () => {
  const message = (id: string) =>
    JSON.stringify({ channel: "marketplace", type: "created", id, payload: {} });
  await using server = await SocketServer.subscribed(
    send([SUBSCRIBED, message("e1")]),
    send([message("e2"), SUBSCRIBED, message("e3")]),
  );
  assert.deepEqual(await ids(server.client().channels(["marketplace"]), 3), ["e1", "e2", "e3"]);
  assert.deepEqual(server.asked, ["/v1/ws", "/v1/ws?lastEventId=e1"]);
  const frame = { type: "subscribe", channels: ["marketplace"] };
  assert.deepEqual(server.frames, [frame, frame]);
  assert.equal(server.offered[0], "lockstep.v1,ticket.hidden-ticket");
});

test("updates are those of one dataset, or of all", async () => {
  const update = JSON.stringify({ type: "update", id: "e8", data: { dataset_id: "ds_1", event: "updated" } });
  for (const [id, place] of [
    ["ds_1", { dataset_id: "ds_1" }],
    [undefined, {}],
  ] as const) {
    await using server = await SocketServer.subscribed(send([SUBSCRIBED, update]));
    const updates = server.client().datasetUpdates(id, { lastEventId: "e 7&" });
    const { value } = await updates.next();
    assert.deepEqual(value, JSON.parse(update));
    await updates.return(undefined);
    assert.deepEqual(server.asked, ["/api/ws?lastEventId=e+7%26"]);
    assert.deepEqual(server.frames, [{ type: "subscribe", channel: "dataset_updates", ...place }]);
  }
});

test("a refused subscription is the error of its status", async () => {
  for (const [status, code, type] of [
    [400, "INVALID_REQUEST", InvalidRequestError],
    [403, "PERMISSION_DENIED", PermissionDeniedError],
    [404, "NOT_FOUND", NotFoundError],
  ] as const) {
    const refusal = JSON.stringify({ type: "error", error: { code, message: "no" }, status });
    await using server = await SocketServer.subscribed((socket) => socket.send(refusal));
    const messages = server.client().channels(["alerts"]);
    await assert.rejects(messages.next(), (error: InvalidRequestError) => {
      assert.ok(error instanceof type);
      assert.equal(error.code, code);
      return true;
    });
    assert.equal(server.asked.length, 1);
  }
});

test("a refused socket is the error of its status", async () => {
  for (const [status, code, type] of [
    [200, undefined, ApiError],
    [400, "INVALID_ID", InvalidRequestError],
    [401, "AUTH_ERROR", AuthenticationError],
    [403, "PERMISSION_DENIED", PermissionDeniedError],
    [404, "NOT_FOUND", NotFoundError],
    [404, undefined, NotFoundError],
  ] as const) {
    for (const [onlySockets, isKept] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      await using server = await SocketServer.start(() => {});
      server.refusals = [{ status, onlySockets, isKept, ...(code ? { code } : {}) }];
      await assert.rejects(server.client().stream().next(), (error: ApiError) => {
        assert.ok(error instanceof type, `${status} became ${error}`);
        assert.deepEqual([error.status, error.code], [status, code ?? ""]);
        assert.doesNotMatch(inspect(error, { depth: 9 }), /hidden-ticket|"k"|Bearer/);
        return true;
      });
      assert.equal(server.tickets, 1);
    }
  }
});

test("a refused socket whose answer has no body, or an unknown status, is an error", async () => {
  for (const status of [204, 999]) {
    await using server = await SocketServer.start(() => {});
    server.refusals = [{ status, onlySockets: true, isKept: true }];
    const messages = server.client().stream({ maxReconnects: 0 });
    await assert.rejects(messages.next(), status === 204 ? ApiError : ConnectionError);
  }
});

test("a socket is requested again while the server cannot open it", async () => {
  await using server = await SocketServer.start(send([insight("e1")]));
  const limited = { status: 429, code: "RATE_LIMIT" };
  server.refusals = [{ ...limited, onlySockets: true }, { status: 503 }, limited, undefined];
  assert.deepEqual(await ids(server.client().stream(), 1), ["e1"]);
  assert.equal(server.tickets, 4);
});

test("a server that always refuses with 429 ends the stream", async () => {
  await using server = await SocketServer.start(() => {});
  for (const onlySockets of [false, true]) {
    server.refusals = [{ status: 429, code: "RATE_LIMIT", onlySockets }];
    server.tickets = 0;
    await assert.rejects(server.client({ maxRetries: 1 }).stream().next(), RateLimitError);
    assert.equal(server.tickets, 2);
    await assert.rejects(server.client().stream({ maxReconnects: 0 }).next(), RateLimitError);
    assert.equal(server.tickets, 3);
  }
});

test("tickets and sockets share the retries of a refusal with 429", async () => {
  for (const tickets of [Number.POSITIVE_INFINITY, 1]) {
    await using server = await SocketServer.start(() => {});
    server.limited.tickets = tickets;
    server.refusals = [{ status: 429, code: "RATE_LIMIT", onlySockets: true }];
    await assert.rejects(server.client({ maxRetries: 1 }).stream().next(), RateLimitError);
    assert.equal(server.requested.filter((url) => url === "/v1/ws/tickets").length, 2);
  }
});

test("a long Retry-After of a socket is an error at once", async () => {
  await using server = await SocketServer.start(() => {});
  server.refusals = [{ status: 429, code: "RATE_LIMIT", onlySockets: true, retryAfter: 3600 }];
  const isLate = (error: RateLimitError) => error.retryAfter === 3600;
  await assert.rejects(server.client().stream().next(), isLate);
  assert.equal(server.tickets, 1);
});

test("a server that always refuses to renew a token with 429 ends the stream", async () => {
  await using server = await SocketServer.start(send([], 4401));
  const credential = { refreshToken: "r", onTokens: () => {} };
  const lockstep = server.client({ credential, maxRetries: 1 });
  await lockstep.agents.listAgents();
  server.limited.renewals = Number.POSITIVE_INFINITY;
  const stop = AbortSignal.timeout(20_000); // Ends the loop of a client that asks on.
  await assert.rejects(lockstep.stream({ signal: stop }).next(), RateLimitError);
  assert.equal(server.asked.length, 2);
});

test("a subscription without an answer ends after the time-out", async () => {
  await using server = await SocketServer.subscribed(() => {});
  const messages = server.client({ timeout: 100 }).channels(["marketplace"], { maxReconnects: 0 });
  await assert.rejects(messages.next(), TimeoutError);
});

test("a lost socket is opened again as often as allowed", async () => {
  await using server = await SocketServer.subscribed(send([SUBSCRIBED]));
  await assert.rejects(
    server.client().channels(["marketplace"], { maxReconnects: 1 }).next(),
    ConnectionError,
  );
  assert.equal(server.asked.length, 2);
  await using behind = await SocketServer.subscribed(send([SUBSCRIBED], 4408));
  await assert.rejects(behind.client().datasetUpdates("ds_1").next(), MissedEventsError);
});

test("a signal ends the loop while it waits", async () => {
  await using server = await SocketServer.subscribed((socket) => socket.send(SUBSCRIBED));
  const stop = new AbortController();
  const names: ChannelName[] = ["marketplace"];
  const next = server.client().channels(names, { signal: stop.signal }).next();
  setTimeout(() => stop.abort(), 50);
  assert.equal((await next).done, true);
});
