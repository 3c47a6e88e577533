import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  Lockstep,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from "../src/index.js";
import { answer, FakeServer, refusal } from "./fake.js";

const KEY = { apiKey: "lk_api_secret" };
const USAGE = answer(200, { quotas: {} });

function client(server: FakeServer, options: Partial<ConstructorParameters<typeof Lockstep>[0]> = {}) {
  return new Lockstep({ baseUrl: server.url, credential: KEY, ...options });
}

test("every status has an error of its own", async () => {
  for (const [status, code, type] of [
    [400, "INVALID_REQUEST", InvalidRequestError],
    [401, "AUTH_ERROR", AuthenticationError],
    [403, "PERMISSION_DENIED", PermissionDeniedError],
    [404, "NOT_FOUND", NotFoundError],
    [409, "CONFLICT", ConflictError],
    [422, "ENCRYPTION_ERROR", InvalidRequestError],
    [429, "RATE_LIMIT", RateLimitError],
    [500, "SERVER_ERROR", ServerError],
  ] as const) {
    await using server = await FakeServer.start(refusal(status, code));
    const failed = client(server, { maxRetries: 0 }).fitness.getUsage();
    await assert.rejects(failed, (error: InvalidRequestError) => {
      assert.ok(error instanceof type);
      assert.deepEqual([error.status, error.code, error.requestId], [status, code, "req_1"]);
      assert.deepEqual(error.details, { parameter: "type", reason: "no" });
      return true;
    });
  }
});

test("a refused request is sent again, a request that may be done only if that is safe", async () => {
  const device = { name: "w", type: "watch", capabilities: [] };
  const calls: [string, number, (lockstep: Lockstep) => Promise<unknown>, boolean][] = [
    ["read, not begun", 503, (one) => one.fitness.getUsage(), true],
    ["read, maybe done", 502, (one) => one.fitness.getUsage(), true],
    ["creation under a key", 500, (one) => one.devices.registerDevice(device), true],
    ["change, not begun", 429, (one) => one.profile.updateProfile({ weightKg: 70 }), true],
    ["change, maybe done", 502, (one) => one.profile.updateProfile({ weightKg: 70 }), false],
    ["deletion, maybe done", 504, (one) => one.devices.revokeDevice({ id: "dev_1" }), false],
    ["wrong", 400, (one) => one.fitness.getUsage(), false],
  ];
  for (const [what, status, call, isRepeated] of calls) {
    await using server = await FakeServer.start(
      refusal(status, "X", { "Retry-After": "0" }),
      answer(200, {}),
    );
    const result = call(client(server));
    await (isRepeated ? result : assert.rejects(result));
    assert.equal(server.received.length, isRepeated ? 2 : 1, what);
    const keys = new Set(server.received.map(({ headers }) => headers["idempotency-key"]));
    assert.equal(keys.size, 1, `${what}: one key for all attempts`);
  }
});

test("an Idempotency-Key needs no secure context", async (context) => {
  // Over plain HTTP from another machine, browsers leave `randomUUID` out.
  context.mock.method(crypto, "randomUUID", () => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  await using server = await FakeServer.start(answer(200, {}));
  for (const name of ["a", "b"]) {
    await client(server).devices.registerDevice({ name, type: "watch", capabilities: [] });
  }
  const keys = server.received.map(({ headers }) => headers["idempotency-key"] as string);
  assert.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key)));
  assert.notEqual(keys[0], keys[1]);
});

test("a server that refuses forever is asked as often as allowed", async () => {
  await using server = await FakeServer.start(refusal(429, "RATE_LIMIT", { "Retry-After": "0" }));
  await assert.rejects(client(server, { maxRetries: 2 }).fitness.getUsage(), RateLimitError);
  assert.equal(server.received.length, 3);
});

test("a long Retry-After is an error at once", async () => {
  await using server = await FakeServer.start(refusal(429, "RATE_LIMITED", { "Retry-After": "3600" }));
  await assert.rejects(
    client(server).fitness.getUsage(),
    (error: RateLimitError) => error.retryAfter === 3600,
  );
  assert.equal(server.received.length, 1);
});

test("an answer that is not Lockstep's is told apart", async () => {
  const html = (status: number) => (response: import("node:http").ServerResponse) => {
    response.writeHead(status, { "Content-Type": "text/html" });
    response.end("<html>Bad gateway</html>");
  };
  await using broken = await FakeServer.start(html(502));
  await assert.rejects(client(broken, { maxRetries: 0 }).fitness.getUsage(), /not from Lockstep/);
  await using fine = await FakeServer.start(html(200));
  await assert.rejects(client(fine).fitness.getUsage(), /not JSON/);
});

test("an answer that breaks off is a lost connection", async () => {
  await using server = await FakeServer.start((response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    response.write('{"quotas":');
    setImmediate(() => response.destroy());
  });
  await assert.rejects(client(server).fitness.getUsage(), ConnectionError);
});

test("a refusal that breaks off is repeated", async () => {
  await using server = await FakeServer.start((response) => {
    response.socket!.end("HTTP/1.1 503 X\r\nRetry-After: 0\r\nContent-Length: 1000\r\n\r\n{");
  }, USAGE);
  await client(server).fitness.getUsage();
  assert.equal(server.received.length, 2);
});

test("a refusal without an end is not read whole", { timeout: 30_000 }, async () => {
  await using server = await FakeServer.start((response) => {
    response.writeHead(400);
    const part = Buffer.alloc(65_536);
    const send = () => {
      while (!response.destroyed && response.write(part)) {}
    };
    response.on("drain", send);
    send();
  });
  await assert.rejects(client(server).fitness.getUsage(), InvalidRequestError);
});

test("the wait for a job is shorter than the time-out", async () => {
  for (const [timeout, wait] of [
    [5_000, 2],
    [500, 1],
    [60_000, 20],
  ]) {
    await using server = await FakeServer.start(
      answer(200, { jobId: "job_1" }),
      answer(200, { status: "succeeded", result: {} }),
    );
    const { encryption } = client(server, { timeout: timeout! });
    await (await encryption.encryptDataAsJob({ data: "", mode: "FHE" })).result();
    assert.equal(server.received[1]!.headers["prefer"], `wait=${wait}`);
  }
});

test("a form is sent with progress", async () => {
  await using server = await FakeServer.start(answer(200, {}));
  const sent: number[] = [];
  const file = new File(["timestamp,type,value\n"], "run.csv");
  await client(server).fitness.importRecording({ file }, { onProgress: (bytes) => sent.push(bytes) });
  const { headers, body } = server.received[0]!;
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers["content-type"]!)![1]!;
  assert.ok(body.startsWith(`--${boundary}`));
  assert.match(body, /filename="run.csv"/);
  assert.equal(sent.at(-1), body.length);
});

test("a fetch with answers of a class of its own can be used", async () => {
  const foreign = { ok: true, status: 200, statusText: "", headers: new Headers(), url: "", body: null };
  const lockstep = new Lockstep({
    baseUrl: "http://127.0.0.1",
    fetch: () => Promise.resolve(foreign as unknown as Response),
  });
  await assert.rejects(lockstep.fitness.getUsage(), /the answer is not JSON/);
});

test("a connection that fails is tried again for safe requests", async () => {
  await using server = await FakeServer.start((response) => response.destroy(), USAGE);
  await client(server).fitness.getUsage();
  assert.equal(server.received.length, 2);
});

test("time-outs and cancellation end a call", async () => {
  await using server = await FakeServer.start(() => {});
  const late = client(server, { timeout: 50, maxRetries: 0 }).fitness.getUsage();
  await assert.rejects(
    late,
    (error: TimeoutError) => error instanceof TimeoutError && error.milliseconds === 50,
  );
  const controller = new AbortController();
  const call = client(server).fitness.getUsage({ signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(call, /enough/);
  await assert.rejects(
    client(server).fitness.getUsage({ signal: AbortSignal.abort(new Error("before")) }),
    /before/,
  );
});

test("an expired token is renewed once for all requests", async () => {
  const pair = (name: string) => ({
    access_token: name,
    refresh_token: `r_${name}`,
    expires_in: 3600,
    token_type: "Bearer",
    scope: "",
  });
  let valid = "first";
  await using server = await FakeServer.start((response, request) => {
    if (request.url === "/api/auth/token") return answer(200, pair("first"))(response, request);
    if (request.url === "/api/auth/refresh") return answer(200, pair("second"))(response, request);
    const isValid = request.headers.authorization === `Bearer ${valid}`;
    return (isValid ? USAGE : refusal(401, "AUTH_ERROR"))(response, request);
  });
  const lockstep = client(server, { credential: { username: "ada", password: "secret of ada" } });
  await lockstep.fitness.getUsage();
  valid = "second";
  await Promise.all([1, 2, 3].map(() => lockstep.fitness.getUsage()));
  const asked = server.received.map(({ url }) => url).filter((url) => url.startsWith("/api/auth"));
  assert.deepEqual(asked, ["/api/auth/token", "/api/auth/refresh"]);
  valid = "third";
  await assert.rejects(lockstep.fitness.getUsage(), AuthenticationError);
});

test("pages are requested as they are read", async () => {
  const page = (number: number) =>
    answer(200, { data: [{ id: number * 2 }, { id: number * 2 + 1 }], total: 5, page: number, limit: 2 });
  await using server = await FakeServer.start(
    page(1),
    page(2),
    answer(200, { data: [{ id: 6 }], total: 5, page: 3, limit: 2 }),
  );
  const ids: unknown[] = [];
  for await (const { id } of client(server).datasets.listDatasetsAll({ limit: 2 })) {
    ids.push(id);
    if (ids.length === 2) assert.equal(server.received.length, 1);
  }
  assert.deepEqual(ids, [2, 3, 4, 5, 6]);
  const cursor = (next: string | null) =>
    answer(200, { data: [{ value: 1 }], total: 2, hasMore: next !== null, nextCursor: next });
  await using points = await FakeServer.start(cursor("c1"), cursor(null));
  let all = 0;
  for await (const { value } of client(points).fitness.readPointsAll({ type: "steps" })) {
    all += value;
  }
  assert.equal(all, 2);
  assert.match(points.received[1]!.url, /type=steps&cursor=c1$/);
});

test("parameters are checked before anything is sent", async () => {
  await using server = await FakeServer.start(USAGE);
  const lockstep = client(server);
  await assert.rejects(lockstep.devices.revokeDevice({ id: "" }), /parameter id is missing/);
  await assert.rejects(
    lockstep.devices.revokeDevice({ id: null as unknown as string }),
    /parameter id is missing/,
  );
  for (const id of [".", ".."]) {
    await assert.rejects(lockstep.devices.revokeDevice({ id }), /parameter id may not be \./);
  }
  const misspelt = { tpye: "steps" } as object;
  await assert.rejects(lockstep.fitness.readPoints(misspelt), /no parameter tpye/);
  await lockstep.devices.revokeDevice({ id: "../x y" });
  assert.deepEqual(
    server.received.map(({ url }) => url),
    ["/v1/sfdp/devices/..%2Fx%20y"],
  );
});

test("no log of a client shows its secrets", async () => {
  await using server = await FakeServer.start(refusal(400, "INVALID_REQUEST"));
  const lockstep = client(server, { credential: { username: "ada", password: "hidden word" } });
  const shown =
    inspect(lockstep, { depth: 20, showHidden: true }) + JSON.stringify(lockstep) + String(lockstep);
  assert.doesNotMatch(shown, /hidden word/);
  const error = await client(server)
    .fitness.getUsage()
    .catch((one: unknown) => one);
  assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /lk_api_secret/);
});

test("unknown fields and values of an answer are passed on", async () => {
  await using server = await FakeServer.start(
    answer(200, { devices: [{ id: "dev_1", status: "asleep", colour: "red" }] }),
  );
  const { devices } = await client(server).devices.listDevices();
  assert.deepEqual(devices[0], { id: "dev_1", status: "asleep", colour: "red" });
});

test("a request without a method of its own has the same credentials, retries and errors", async () => {
  await using server = await FakeServer.start(
    refusal(429, "RATE_LIMIT", { "Retry-After": "0" }),
    answer(200, { new: 1 }),
    refusal(404, "NOT_FOUND"),
  );
  const lockstep = client(server);
  const options = { query: { since: new Date(0), limit: 5, none: undefined }, json: { a: 1 } };
  const found = await lockstep.request("post", "/v1/new", options);
  assert.deepEqual(JSON.parse(await found.text()), { new: 1 });
  const [, sent] = server.received;
  assert.deepEqual(
    [sent?.method, sent?.url, sent?.body],
    ["POST", "/v1/new?since=1970-01-01T00%3A00%3A00.000Z&limit=5", '{"a":1}'],
  );
  assert.match(sent?.headers.authorization ?? "", /^Bearer ./);
  await assert.rejects(lockstep.request("GET", "/v1/new"), NotFoundError);
  await assert.rejects(lockstep.request("GET", "v1/new"), TypeError);
});
