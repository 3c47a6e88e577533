// The pages that the browser tests walk: every page of the console, and the pictures of each in the documentation.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
// @ts-expect-error: the list of a browser test, without types
import { PAGES } from "../e2e/pages.mjs";
// @ts-expect-error: a script of the build, without types
import { pagesOf } from "../scripts/preloads.mjs";

interface Visited {
  name: string;
  path: string | ((facts: Record<string, string>) => string);
}
const visited: Visited[] = PAGES;
/** Facts whose every name has a value: a part of an address. */
const facts = new Proxy({}, { get: () => "id" });
const addresses = visited.map(
  ({ path }) => (typeof path === "string" ? path : path(facts)).split("?")[0] ?? "",
);
const docs = new URL("../../docs/", import.meta.url);
const text = readFileSync(new URL("console.md", docs), "utf8");

describe("the walk through the console", () => {
  const patterns: string[] = pagesOf(readFileSync(new URL("../src/router.tsx", import.meta.url), "utf8")).map(
    ({ path }: { path: string }) => path,
  );
  it.each(patterns)("visits %s", (pattern) => {
    const form = new RegExp(`^${pattern.replaceAll(/\$\w+/g, "[^/]+")}$`);
    expect(addresses.some((address) => form.test(address))).toBe(true);
  });

  it.each(visited.map(({ name }) => name))("has pictures of %s, light and dark", (name) => {
    for (const theme of ["light", "dark"]) {
      const file = `console/${name}-${theme}.webp`;
      expect(text).toContain(`](${file})`);
      expect(existsSync(new URL(file, docs)), file).toBe(true);
    }
  });
});
