// The package in a browser: Chromium loads the compiled files from a server of this test.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { absent } from "./wasm.js";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const browser = BROWSERS.find((name) => spawnSync(name, ["--version"]).status === 0);
const skip =
  absent("lockstep.wasm") || absent("lockstep-verify.wasm") || (browser ? false : "skipped: no Chromium");

const TYPES: Record<string, string> = { ".js": "text/javascript", ".wasm": "application/wasm" };
const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

/** What the page reports. */
interface Found {
  error?: string;
  isIsolated: boolean;
  verified: boolean;
  cancelled: string;
  /** What the handler does after a call of it was cancelled. */
  afterwards: string;
  /** How often a timer of the page ran during the proof. */
  turns: number;
  milliseconds: number;
}

const PAGE = `<!doctype html><meta charset="utf-8"><script type="module">
  import { Circuit, ZkHandler } from "/crypto/index.js";
  import { Verifier } from "/crypto/verify.js";
  const report = (found) => fetch("/found", { method: "POST", body: JSON.stringify(found) });
  const named = (call) => call.then(() => "nothing", (error) => error.name);
  try {
    const zk = new ZkHandler();
    await zk.initialize();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const proof = await zk.generateRangeProof(61, { min: 40, max: 200 });
    clearInterval(timer);
    const key = await zk.verificationKey(proof.vkDigest);
    const verifier = new Verifier();
    await verifier.verifyProof(proof, key);
    const start = performance.now();
    const verified = await verifier.verifyProof(proof, key);
    const milliseconds = performance.now() - start;
    const stop = new AbortController();
    const working = named(zk.generateKeys(await Circuit.named("range:64"), { signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    const cancelled = await working;
    const afterwards = await named(zk.verifyProof(proof));
    await report({ isIsolated: crossOriginIsolated, verified, cancelled, afterwards, turns, milliseconds });
  } catch (error) {
    await report({ error: String(error) });
  }
</script>`;

/** Runs the page, and returns what it reports. */
async function visit(isIsolated: boolean): Promise<Found> {
  const profile = await mkdtemp(join(tmpdir(), "lockstep-browser-"));
  let [succeed, fail]: [(found: Found) => void, (error: Error) => void] = [() => {}, () => {}];
  const found = new Promise<Found>((resolve, reject) => {
    [succeed, fail] = [resolve, reject];
  });
  const server: Server = createServer((request, response) => {
    answer(request, response, isIsolated).then((report) => report && succeed(report), fail);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
  const child = spawn(browser!, [...flags, `http://127.0.0.1:${port}/`], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.once("exit", () => fail(new Error("the browser ended")));
  try {
    return await found;
  } finally {
    child.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, maxRetries: 5 });
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  isIsolated: boolean,
): Promise<Found | undefined> {
  const headers: Record<string, string> = isIsolated
    ? { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" }
    : {};
  const path = new URL(request.url!, "http://localhost").pathname;
  if (request.method === "POST") {
    const report = JSON.parse(await text(request)) as Found;
    response.end();
    return report;
  }
  if (path === "/") {
    response.writeHead(200, { ...headers, "content-type": "text/html" }).end(PAGE);
    return undefined;
  }
  const file = await readFile(join(SOURCES, path)).catch(() => undefined);
  const type = TYPES[extname(path)] ?? "text/plain";
  response.writeHead(file ? 200 : 404, { ...headers, "content-type": type }).end(file);
  return undefined;
}

test("a page proves and verifies without being blocked", { skip }, async (context) => {
  const { error, milliseconds, turns, ...found } = await visit(true);
  assert.equal(error, undefined);
  const wanted = { isIsolated: true, verified: true, cancelled: "AbortError", afterwards: "nothing" };
  assert.deepEqual(found, wanted);
  assert.ok(turns > 0, "the page was blocked");
  context.diagnostic(`a proof is verified in ${milliseconds.toFixed(1)} ms`);
});

test("a page that is not isolated ends the worker to cancel", { skip }, async () => {
  const { error, milliseconds: _, turns: __, ...found } = await visit(false);
  assert.equal(error, undefined);
  const wanted = {
    isIsolated: false,
    verified: true,
    cancelled: "AbortError",
    afterwards: "ClosedHandleError",
  };
  assert.deepEqual(found, wanted);
});
