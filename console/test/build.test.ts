// The built files: their size, and what a strict content policy would refuse.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, dist), "utf8");
const index = text("index.html");
const FIRST_LOAD_BYTES = 250_000;
/** The verifier of documents, which only the page Check loads. */
const VERIFIER_BYTES = 350_000;

/** Returns the files of the first load: those that the document names, and those that they import at once. */
function firstLoad(): Set<string> {
  const found = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path)) {
      return;
    }
    found.add(path);
    if (path.endsWith(".js")) {
      for (const [, name] of text(path).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) {
        follow(`assets/${name}`);
      }
    }
  };
  for (const [, path] of index.matchAll(/(?:src|href)="\/([^"]+)"/g)) {
    follow(path ?? "");
  }
  return found;
}

describe("the built console", () => {
  it("loads at most 250 KB compressed at first, with the largest page", () => {
    const sizes = [...firstLoad()].map((path) => readFileSync(new URL(`${path}.br`, dist)).length);
    const first = sizes.reduce((sum, size) => sum + size, 0);
    const pages = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".js.br"));
    const others = pages.filter((name) => !firstLoad().has(`assets/${name.slice(0, -3)}`));
    const largest = Math.max(...others.map((name) => readFileSync(new URL(`assets/${name}`, dist)).length));
    expect(first + largest).toBeLessThan(FIRST_LOAD_BYTES);
  });

  it("loads the verifier of documents only with the page Check", () => {
    expect([...firstLoad()].filter((path) => /wasm|worker/.test(path))).toEqual([]);
    const scripts = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".js"));
    const naming = scripts.filter((name) => text(`assets/${name}`).includes(".wasm"));
    expect(naming.map((name) => name.split("-")[0])).toEqual(["Verify"]);
    const [packed] = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".wasm.br"));
    expect(readFileSync(new URL(`assets/${packed}`, dist)).length).toBeLessThan(VERIFIER_BYTES);
  });

  it("names no other server and has nothing inline", () => {
    expect(index).not.toMatch(/https?:\/\//);
    expect(index).not.toMatch(/<style|style=|\son\w+=|<script>/);
  });

  it("has every file compressed", () => {
    for (const path of firstLoad()) {
      expect(existsSync(new URL(`${path}.br`, dist)), path).toBe(true);
    }
  });
});
