// The figures of a browser in `cargo xtask bench clients`: `node browser.mjs` (after `npm run build`). Chromium verifies a claim in a
// page, with the module `lockstep-documents.wasm`. Without Chromium, it prints `{}`.

import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const VECTORS = new URL("../../vectors/documents.json", import.meta.url);
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const CLAIM = "a claim";
const TIME_LIMIT_MILLISECONDS = 120_000;

// The times are of the wall, in the page: the calls cross to the worker and back.
const PAGE = `<!doctype html><meta charset="utf-8"><script type="module">
  import { DocumentVerifier } from "/crypto/document_verifier.js";
  const ROUNDS = 21;
  const report = (found) => fetch("/found", { method: "POST", body: JSON.stringify(found) });
  const timed = async (call) => {
    const start = performance.now();
    await call();
    return performance.now() - start;
  };
  try {
    const { document, expected } = await (await fetch("/claim")).json();
    if (expected.now) expected.now = new Date(expected.now);
    const verifier = new DocumentVerifier();
    const verify = async () => {
      const { verified, reason } = await verifier.verifyDocument(document, expected);
      if (!verified) throw new Error(reason);
    };
    const load = await timed(() => verifier.start());
    const firstVerify = await timed(verify);
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(verify));
    times.sort((a, b) => a - b);
    await report({ load, firstVerify, verify: times[ROUNDS >> 1] });
  } catch (error) {
    await report({ error: String(error) });
  }
</script>`;

/** Returns a claim that holds, with what the caller knows about it. */
async function claim() {
  const { cases, documents } = JSON.parse(await readFile(VECTORS, "utf8"));
  const { document, answer, name: _, ...expected } = cases.find(({ name }) => name === CLAIM);
  if (!answer.verified) {
    throw new Error(`${CLAIM} does not hold`);
  }
  return { document: Buffer.from(documents[document], "base64").toString("utf8"), expected };
}

/** Opens the page, and returns what it reports. */
async function visit(browser) {
  const profile = await mkdtemp(join(tmpdir(), "lockstep-browser-"));
  const sent = JSON.stringify(await claim());
  const { promise, resolve, reject } = promised();
  const server = createServer((request, response) => {
    answer(request, response, sent).then((found) => found && resolve(found), reject);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
  const address = `http://127.0.0.1:${server.address().port}/`;
  const child = spawn(browser, [...flags, address], { stdio: "ignore" });
  const ended = new Promise((end) => child.once("exit", end));
  child.once("exit", () => reject(new Error("the browser ended")));
  const expire = () => reject(new Error("the page did not report in time"));
  const limit = setTimeout(expire, TIME_LIMIT_MILLISECONDS);
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    child.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, maxRetries: 5 });
  }
}

function promised() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/** Answers a request of the page; returns its report. */
async function answer(request, response, sent) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (request.method === "POST") {
    const report = JSON.parse(await text(request));
    response.end();
    return report;
  }
  if (path === "/" || path === "/claim") {
    const isPage = path === "/";
    response.writeHead(200, { "content-type": isPage ? "text/html" : "application/json" });
    response.end(isPage ? PAGE : sent);
    return undefined;
  }
  const file = await readFile(join(DIST, path)).catch(() => undefined);
  response.writeHead(file ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(file);
  return undefined;
}

const browser = BROWSERS.find((name) => spawnSync(name, ["--version"]).status === 0);
const found = browser ? await visit(browser) : {};
if (found.error) {
  throw new Error(found.error);
}
console.log(JSON.stringify(found));
