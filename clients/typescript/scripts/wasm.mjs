// Copies the WebAssembly modules beside the compiled worker: `node scripts/wasm.mjs FOLDER [required]`. `cargo xtask wasm`
// builds them; that of the entry `documents` is committed. Without the others the entries `crypto` and `verify` do not work.

import { copyFileSync, existsSync, rmSync } from "node:fs";

const [folder, required] = process.argv.slice(2);

const DOCUMENTS = "lockstep-documents.wasm";
copyFileSync(new URL(`../src/crypto/${DOCUMENTS}`, import.meta.url), `${folder}/${DOCUMENTS}`);
for (const name of ["lockstep.wasm", "lockstep-verify.wasm"]) {
  const [from, to] = [new URL(`../../../target/wasm/${name}`, import.meta.url), `${folder}/${name}`];
  if (existsSync(from)) {
    copyFileSync(from, to);
  } else {
    rmSync(to, { force: true });
    console.error(`no ${name}: \`cargo xtask wasm\` builds it`);
    process.exitCode = required ? 1 : 0;
  }
}
