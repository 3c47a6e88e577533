// Copies the WebAssembly modules, which `cargo xtask wasm` builds, beside the compiled worker:
// `node scripts/wasm.mjs FOLDER [required]`. Without them the package works, except for its entries `crypto` and `verify`.

import { copyFileSync, existsSync, rmSync } from "node:fs";

const [folder, required] = process.argv.slice(2);

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
