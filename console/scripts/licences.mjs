// Checks the licence of every package whose code is in the built files.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ALLOWED = new Set(["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Unlicense"]);
const root = fileURLToPath(new URL("..", import.meta.url));
const read = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Returns the folder of a package as Node finds it from another one. */
function folderOf(name, from) {
  for (const place of createRequire(join(from, "package.json")).resolve.paths(name) ?? []) {
    try {
      const folder = join(place, name);
      read(folder);
      return folder;
    } catch {
      // A parent folder may have it.
    }
  }
  return undefined;
}

const found = new Map();
const follow = (folder) => {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = read(folder);
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const next = folderOf(name, folder);
    if (next === undefined && !peerDependenciesMeta[name]?.optional) {
      throw new Error(`${name} is not installed: run \`npm ci\``);
    }
    if (next !== undefined && !found.has(next)) {
      const { version, license } = read(next);
      found.set(next, { name, version, license });
      follow(next);
    }
  }
};
follow(dirname(join(root, "package.json")));

const refused = [...found.values()].filter(({ license }) => !ALLOWED.has(license));
for (const { name, version, license } of refused) {
  process.stderr.write(`${name} ${version}: licence ${license}\n`);
}
process.stdout.write(`licences: ${found.size} packages, ${refused.length} refused\n`);
process.exitCode = refused.length > 0 ? 1 : 0;
