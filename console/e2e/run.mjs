// Starts a server with demo data, runs the tests in Chromium against it, and stops the server. Words choose tests by their
// files; with `--once`, the walk loads every page once, and changes theme and width in the open page.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const program =
  process.env.LOCKSTEP_PROGRAM ?? fileURLToPath(new URL("../../target/debug/lockstep", import.meta.url));

/** Returns a port that is free now. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts the demo, and waits until its accounts are ready. */
async function startDemo() {
  const started = performance.now();
  const address = `127.0.0.1:${await freePort()}`;
  // The server refuses variables that look like settings of its own and are not.
  const { LOCKSTEP_PROGRAM: _, ...inherited } = process.env;
  const env = { ...inherited, LOCKSTEP_WEBHOOKS_ENABLED: "true" };
  const demo = spawn(program, ["demo", "--listen", address], { stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  await new Promise((resolve, reject) => {
    demo.stderr.on("data", (part) => {
      said += part;
      if (said.includes("Ctrl-C ends the server")) {
        resolve();
      }
    });
    demo.on("error", reject);
    demo.on("exit", (code) => reject(new Error(`the demo ended with ${code}: ${said}`)));
  });
  return { demo, base: `http://${address}`, said, readySeconds: (performance.now() - started) / 1000 };
}

const { demo, base, said, readySeconds } = await startDemo();
const tests = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
const wanted = process.argv.slice(2).filter((word) => word !== "--once");
const walk = process.argv.includes("--once") ? "once" : "all";
const chosen = tests.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const runner = spawn(
  process.execPath,
  ["--test", "--test-concurrency=1", "--test-reporter=spec", ...chosen.map((name) => `${folder}${name}`)],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      LOCKSTEP_BASE: base,
      LOCKSTEP_SAID: said,
      LOCKSTEP_READY_SECONDS: String(readySeconds),
      WALK: walk,
    },
  },
);
const [code] = await once(runner, "exit");
demo.removeAllListeners("exit");
demo.kill("SIGTERM");
process.exitCode = code;
