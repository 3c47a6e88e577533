// Checks the packages whose code is in the built files against the advisories of the npm registry. A registry that gives no
// advisories, as many mirrors and a machine without a network, is reported and is no error.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const REFUSED = ["moderate", "high", "critical"];
const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  encoding: "utf8",
  timeout: 60_000,
});

/** Reads the report of `npm audit`; undefined if there is none. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const report = read(stdout);
const counts = report?.metadata?.vulnerabilities;
if (counts) {
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) =>
    REFUSED.includes(severity),
  );
  for (const [name, { severity, range }] of found) {
    process.stderr.write(`${name} ${range}: ${severity}\n`);
  }
  process.stdout.write(`advisories: ${found.length} packages refused\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
} else {
  process.stdout.write("advisories not checked: the npm registry gives none here\n");
}
