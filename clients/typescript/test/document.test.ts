import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";
import ts from "typescript";
import type { Lockstep } from "../src/index.js";
import { PASSWORD, PROGRAM, Server } from "./lockstep.js";

const MODULE = new URL("../src/crypto/lockstep.wasm", import.meta.url);
const DOCUMENT = new URL("../../../../docs/clients.md", import.meta.url);
const TASK = new URL("task.js", import.meta.url);

function skip(): string | false {
  if (!PROGRAM) {
    return "skipped: LOCKSTEP_PROGRAM does not name the server's binary";
  }
  return existsSync(MODULE) ? false : "skipped: no lockstep.wasm, which `cargo xtask wasm` builds";
}

/** Uploads a point again and again until the signal: a stream may be opened later. */
async function uploadUntil(signal: AbortSignal, lockstep: Lockstep): Promise<void> {
  const point = {
    timestamp: "2026-06-02T07:00:00Z",
    type: "steps",
    value: 1,
    unit: "count",
    device: "strap",
  };
  while (!signal.aborted) {
    await lockstep.fitness.uploadPoints({ data: [point] });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test("the task of the documents runs as it is printed", { skip: skip() }, async () => {
  await using server = await Server.start();
  const text = await readFile(DOCUMENT, "utf8");
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map((found) => found[1]);
  const source = blocks
    .join("\n")
    .replace('"@lockstep/client"', '"../src/index.js"')
    .replace('"@lockstep/client/crypto"', '"../src/crypto/index.js"');
  const socket = 'import { WebSocket as Socket } from "ws";\nglobalThis.WebSocket ??= Socket;\n';
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  await writeFile(TASK, socket + ts.transpileModule(source, { compilerOptions: options }).outputText);
  const names = { LOCKSTEP_URL: server.url, LOCKSTEP_USERNAME: "admin", LOCKSTEP_PASSWORD: PASSWORD };
  const stop = new AbortController();
  const uploading = uploadUntil(stop.signal, server.client());
  const { stdout } = await promisify(execFile)(process.execPath, [TASK.pathname], {
    env: { ...process.env, ...names },
  });
  stop.abort();
  await uploading;
  assert.equal(stdout, /```text\n(.*?)```/s.exec(text)?.[1]);
});
