// Copies the texts of the licences into the package before it is packed: `node scripts/licences.mjs`; with `remove`, removes them.

import { copyFileSync, rmSync } from "node:fs";

for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  const copy = new URL(`../${name}`, import.meta.url);
  if (process.argv[2] === "remove") {
    rmSync(copy, { force: true });
  } else {
    copyFileSync(new URL(`../../../${name}`, import.meta.url), copy);
  }
}
