// The package as it is published, in a new project that has nothing else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PROGRAM, Server } from "./lockstep.js";
import { absent } from "./wasm.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** Packs the package and installs it into a new project. Without the modules, it is not what is published. */
async function install(folder: string, isWhole: boolean): Promise<void> {
  const npm = (words: string[], cwd: string) => run("npm", [...words, "--no-audit", "--no-fund"], { cwd });
  const licences = join(ROOT, "scripts/licences.mjs");
  if (!isWhole) {
    await npm(["run", "build"], ROOT);
    await run(process.execPath, [licences]);
  }
  const pack = ["pack", "--json", "--pack-destination", folder];
  const { stdout } = await npm(isWhole ? pack : [...pack, "--ignore-scripts"], ROOT);
  await run(process.execPath, [licences, "remove"]);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ filename: string }];
  const project = { name: "fresh", private: true, type: "module" };
  await writeFile(join(folder, "package.json"), JSON.stringify(project));
  await npm(["install", "--offline", join(folder, filename)], folder);
}

/** Compiles a program in the project. */
async function compileIn(folder: string, source: string): Promise<void> {
  await writeFile(join(folder, "main.ts"), source);
  const words = ["--strict", "--module", "nodenext", "--target", "es2022", "main.ts"];
  const compiled = await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...words], {
    cwd: folder,
  }).catch((error: { stdout: string }) => assert.fail(error.stdout));
  assert.equal(compiled.stdout, "");
}

/** Compiles and runs a program in the project, and returns what it prints. */
async function runIn(folder: string, source: string, env: Record<string, string>): Promise<string> {
  await compileIn(folder, source);
  const { stdout } = await run(process.execPath, ["main.js"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** Returns the blocks of the read-me in a language. */
async function blocks(language: string): Promise<string[]> {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const found = readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"));
  return [...found].map((match) => match[1]!);
}

/** What the types of Node declare, which the project does not have. */
const NODE = "declare const process: { env: Record<string, string | undefined> };\n";
const noServer = PROGRAM ? false : "skipped: LOCKSTEP_PROGRAM does not name the server's binary";
const noModule = absent("lockstep.wasm");
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "lockstep-package-"));
  await install(folder, !noModule);
});
after(() => rm(folder, { recursive: true }));

test("the package contains the licences", async () => {
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    const packed = await readFile(join(folder, "node_modules/@lockstep/client", name), "utf8");
    assert.equal(packed, await readFile(join(ROOT, "../..", name), "utf8"));
  }
});

test("the package has the name of the read-me", async () => {
  const { name } = JSON.parse(
    await readFile(join(folder, "node_modules/@lockstep/client/package.json"), "utf8"),
  );
  assert.deepEqual(await blocks("sh"), [`npm install ${name}\n`]);
});

test("the example of the read-me runs in a new project", { skip: noServer }, async () => {
  await using server = await Server.start();
  const { key } = await server.client().apiKeys.createApiKey({ name: "example" });
  const [example] = await blocks("ts");
  const names = { LOCKSTEP_URL: server.url, LOCKSTEP_API_KEY: key };
  const printed = await runIn(folder, NODE + example, names);
  assert.deepEqual(printed, (await blocks("text"))[0]);
});

test("a series from arrays is sent as in the read-me", { skip: noServer }, async () => {
  await using server = await Server.start();
  const { key } = await server.client().apiKeys.createApiKey({ name: "series" });
  const [example, series] = await blocks("ts");
  const names = { LOCKSTEP_URL: server.url, LOCKSTEP_API_KEY: key };
  const printed = await runIn(folder, `${NODE}${example}${series}`, names);
  assert.equal(printed, `${(await blocks("text"))[0]}3 points of a series\n`);
});

/** Returns a program of the blocks about cryptography: it verifies what it proved. */
async function cryptography(): Promise<string> {
  const [, , prove, verify, ...others] = await blocks("ts");
  assert.deepEqual(others, [], "the read-me has blocks that no test runs");
  const key = "\nconst verificationKey = await zk.verificationKey(proof.vkDigest);\n";
  return `${prove!.replace("\nawait zk.close", `${key}await zk.close`)}${verify}console.log(isTrue);\n`;
}

const isRun = noModule ? false : "skipped: the next test compiles them, too";
test("the blocks about cryptography have the types of the package", { skip: isRun }, async () => {
  await compileIn(folder, await cryptography());
});

test("the blocks about cryptography run in a new project", { skip: noModule }, async () => {
  assert.equal(await runIn(folder, await cryptography(), {}), "the proof holds: true\ntrue\n");
});
