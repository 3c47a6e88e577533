// The built files: their size, and what a strict content policy would refuse.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { de } from "../src/text/de";
import { en } from "../src/text/en";

const dist = new URL("../dist/", import.meta.url);
/** Keeps the result of a reading, since many pages have the same files. */
function once<Value>(read: (path: string) => Value): (path: string) => Value {
  const known = new Map<string, Value>();
  return (path) => {
    const value = known.get(path) ?? read(path);
    known.set(path, value);
    return value;
  };
}

const text = once((path) => readFileSync(new URL(path, dist), "utf8"));
const index = text("index.html");
/** What the server knows of the build. */
const table = readFileSync(new URL("../../crates/lockstep-console/src/files.rs", import.meta.url), "utf8");
const FIRST_LOAD_BYTES = 250_000;
/** The verifier of documents, which only the page Check loads. */
const VERIFIER_BYTES = 350_000;

/** Adds a file and every file that it imports at once. */
function follow(path: string, found: Set<string>): void {
  if (found.has(path)) {
    return;
  }
  found.add(path);
  if (path.endsWith(".js")) {
    for (const [, name] of text(path).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
      follow(`assets/${name}`, found);
    }
  }
}

/** Returns the files that the document names, and those that they import at once. */
function firstLoad(): Set<string> {
  const found = new Set<string>();
  for (const [, path] of index.matchAll(/(?:src|href)="\/([^"]+)"/g)) {
    follow(path ?? "", found);
  }
  return found;
}

/** Returns the files that a script loads on demand, by the script that they come with. */
const onDemand = once((script): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  const [, list = ""] = /m\.f=\[([^\]]*)\]/.exec(text(script)) ?? [];
  const files = [...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path ?? "");
  const loads = text(script).matchAll(/import\([`"]\.\/([\w.-]+\.js)[`"]\),__vite__mapDeps\(\[([\d,]*)\]\)/g);
  for (const [, name = "", places = ""] of loads) {
    const needed = new Set<string>();
    follow(`assets/${name}`, needed);
    for (const place of places.split(",").filter(Boolean)) {
      follow(files[Number(place)] ?? "", needed);
    }
    found.set(name, needed);
  }
  return found;
});

/** What follows a page without an act of the person: the frame around it, its menus and its charts. */
const FOLLOWS = /^(Shell|Dropdown|Plot)-/;

/** Adds the files that follow those of a page at once. */
function withFollowing(files: ReadonlySet<string>): Set<string> {
  const all = new Set(files);
  // A set that grows is walked to its end.
  for (const path of all) {
    for (const [name, needed] of path.endsWith(".js") ? onDemand(path) : []) {
      if (FOLLOWS.test(name)) {
        for (const file of needed) {
          all.add(file);
        }
      }
    }
  }
  return all;
}

/** Returns the files that each page needs besides those of the first load: its scripts and its styles. */
function pages(): Map<string, Set<string>> {
  const scripts = [...firstLoad()].filter((path) => path.endsWith(".js"));
  return new Map(scripts.flatMap((script) => [...onDemand(script)]));
}

/** Whether a script is the texts of a language. */
const isTexts = (name: string, language: string) => new RegExp(`^${language}-.*\\.js$`).test(name);

const compressed = once((path) => readFileSync(new URL(`${path}.br`, dist)).length);

describe("the built console", () => {
  it.each([
    "en",
    "de",
  ])("loads at most 250 KB compressed at first, with any page and its texts: %s", (language) => {
    const [texts] = readdirSync(new URL("assets/", dist)).filter((name) => isTexts(name, language));
    expect(texts).toBeDefined();
    const all = [...pages()].map(([page, needed]): [string, number] => {
      const files = withFollowing(new Set([...firstLoad(), ...needed, `assets/${texts}`]));
      return [page, [...files].reduce((sum, path) => sum + compressed(path), 0)];
    });
    expect(all.length).toBeGreaterThan(25);
    expect(all.filter(([, size]) => size > FIRST_LOAD_BYTES)).toEqual([]);
  });

  it("loads only the texts of the language in use: each language is in one file, which nothing imports at once", () => {
    const scripts = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".js"));
    const shown = [...pages()].filter(([name]) => !isTexts(name, "(en|de)")).map(([, needed]) => needed);
    const loaded = [firstLoad(), ...shown].flatMap((paths) => [...paths]);
    for (const [language, t] of Object.entries({ en, de })) {
      const naming = scripts.filter((name) => text(`assets/${name}`).includes(t.signIn.provider.incomplete));
      expect(naming.filter((name) => !isTexts(name, language))).toEqual([]);
      expect(naming).toHaveLength(1);
      expect(loaded).not.toContain(`assets/${naming[0]}`);
    }
  });

  it("loads the menu of the pages and what it is built on after the sign-in", () => {
    const scripts = [...firstLoad()].filter((path) => path.endsWith(".js"));
    expect(scripts.filter((path) => text(path).includes("DropdownMenuTrigger"))).toEqual([]);
  });

  it("loads the verifier of documents only where it is used", () => {
    expect([...firstLoad()].filter((path) => /wasm|worker/.test(path))).toEqual([]);
    const scripts = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".js"));
    const naming = scripts.filter((name) => text(`assets/${name}`).includes(".wasm"));
    expect(naming.length).toBe(1);
    expect(naming[0]).toMatch(/^verif(y|ier)-/i);
    const [packed] = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".wasm.br"));
    expect(readFileSync(new URL(`assets/${packed}`, dist)).length).toBeLessThan(VERIFIER_BYTES);
  });

  it("tells the server every file that a page needs at once", () => {
    const [, frame = ""] = /FRAME: &str = names! \{ "([^"]*)" \}/.exec(table) ?? [];
    const rows = [...table.matchAll(/page! \{ "([^"]+)" (true|false) "([^"]*)" \}/g)];
    expect(rows.length).toBeGreaterThan(30);
    expect(frame).toContain("assets/Shell-");
    for (const [, path, needsSession, names = ""] of rows) {
      const named = [frame, names].flatMap((list) => list.split(" "));
      const needed = new Set<string>();
      const own = needsSession === "true" ? named : names.split(" ");
      for (const file of own) {
        follow(file, needed);
      }
      const known = new Set([...firstLoad(), ...own]);
      expect([...needed].filter((file) => !known.has(file), path)).toEqual([]);
      expect(
        named.filter((file) => !existsSync(new URL(file, dist))),
        path,
      ).toEqual([]);
    }
  });

  it("lets the browser compile the scripts that pages need at once while they load, and no others", () => {
    const named = table.slice(table.indexOf("const FRAME")).matchAll(/assets\/[\w.-]+\.js/g);
    const needed = new Set([...firstLoad(), ...[...named].map(([path]) => path)]);
    const scripts = readdirSync(new URL("assets/", dist))
      .filter((name) => name.endsWith(".js"))
      .map((name) => `assets/${name}`);
    const hinted = scripts.filter((path) => text(path).startsWith("//# allFunctionsCalledOnLoad\n"));
    expect(hinted).toEqual(scripts.filter((path) => needed.has(path)));
    expect(hinted.length).toBeGreaterThan(30);
    expect(hinted.length).toBeLessThan(scripts.length);
  });

  it.each([
    ["charts", "u-over"],
    ["graphs", "react-flow__renderer"],
    ["QR codes", "Mask value out of range"],
  ])("loads the library of %s after the page that uses it is shown", (_, mark) => {
    const scripts = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".js"));
    const large = scripts.filter((name) => text(`assets/${name}`).includes(mark));
    expect(large).toHaveLength(1);
    const atOnce = [...pages()].filter(([name]) => name !== large[0]).flatMap(([, needed]) => [...needed]);
    expect([...firstLoad(), ...atOnce]).not.toContain(`assets/${large[0]}`);
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
