import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Lockstep } from "../src/index.js";
import { answer, FakeServer } from "./fake.js";

const SECRET = "hidden word";

/** Calls a server that gives this answer. */
async function answered<Result>(
  body: unknown,
  call: (lockstep: Lockstep) => Promise<Result>,
): Promise<Result> {
  await using server = await FakeServer.start(answer(200, body));
  return await call(new Lockstep({ baseUrl: server.url, credential: { apiKey: "k" } }));
}

test("printing an answer does not show its secrets, and nothing else changes", async () => {
  const webhook = { id: "wh_1", secret: SECRET };
  const calls: [object, (lockstep: Lockstep) => Promise<unknown>][] = [
    [{ id: "key_1", key: SECRET, name: "mine" }, (one) => one.apiKeys.createApiKey({ name: "mine" })],
    [{ webhooks: [webhook, { ...webhook, secret: null }] }, (one) => one.webhooks.listWebhooks()],
    [{ ticket: SECRET, expiresAt: "x" }, (one) => one.events.createSocketTicket()],
    [{ recovery_codes: [SECRET, SECRET] }, (one) => one.auth.confirmTotp({ code: "123456" })],
    [{ access_token: SECRET, refresh_token: SECRET }, (one) => one.auth.refreshToken({ refresh_token: "r" })],
  ];
  for (const [body, call] of calls) {
    const made = await answered(body, call);
    for (const options of [{}, { depth: 20, showHidden: true }, { depth: null, compact: false }]) {
      const shown = inspect(made, options) + inspect([{ made }], { ...options, depth: 9 });
      assert.doesNotMatch(shown, /hidden word/);
      assert.match(shown, /…/);
    }
    assert.equal(JSON.stringify(made), JSON.stringify(body));
    assert.deepEqual(structuredClone(made), body);
    assert.deepEqual(made, body);
    assert.deepEqual(Object.getOwnPropertyNames(made), Object.keys(body));
  }
});

test("console.log prints the other fields", async (context) => {
  const made = await answered({ id: "key_1", key: SECRET }, (one) =>
    one.apiKeys.createApiKey({ name: "mine" }),
  );
  const written: string[] = [];
  context.mock.method(process.stdout, "write", (text: string) => written.push(text) > 0);
  console.log(made);
  context.mock.restoreAll();
  const shown = written.find((text) => text.includes("key_1")) ?? "";
  assert.equal(shown, "{ id: 'key_1', key: '…' }\n");
  assert.equal(made.key, SECRET);
});

test("the result of a job and the pair of a sign-in are not printed either", async () => {
  const pairs: unknown[] = [];
  await using server = await FakeServer.start(
    answer(200, { access_token: SECRET, refresh_token: SECRET, expires_in: 3600 }),
    answer(200, {}),
  );
  const lockstep = new Lockstep({
    baseUrl: server.url,
    credential: { refreshToken: "r", onTokens: (pair) => void pairs.push(pair) },
  });
  await lockstep.fitness.getUsage();
  assert.equal((pairs[0] as { access_token: string }).access_token, SECRET);
  assert.doesNotMatch(inspect(pairs), /hidden word/);
});
