import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Why the tests with this module are skipped; false if it is built. */
export function absent(module: "lockstep.wasm" | "lockstep-verify.wasm"): string | false {
  const path = new URL(`../src/crypto/${module}`, import.meta.url);
  return existsSync(path) ? false : `skipped: no ${module}, which \`cargo xtask wasm\` builds`;
}

/** The lists of a file of vectors. */
export type Vectors<Case> = Record<string, Case[]>;

/** Reads a file of the vectors that all client libraries share. */
export async function vectors<File>(name: string): Promise<File> {
  const path = new URL(`../../../vectors/${name}.json`, import.meta.url);
  return JSON.parse(await readFile(path, "utf8")) as File;
}

/** The bytes of a base-64 text. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64"));
}
