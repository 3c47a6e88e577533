// The files that the server names in the answer with the document, and what the document requests before its scripts are here.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
// @ts-expect-error: a script of the build, without types
import { firstScripts, pagesOf, preloads } from "../scripts/preloads.mjs";
import { takeEarly } from "../src/api/early";
import { isOpen } from "../src/pages/sign-in/next";

vi.stubGlobal("location", { origin: "http://localhost", pathname: "/", search: "", hash: "" });
vi.stubGlobal("history", { replaceState: () => undefined });
const { router } = await import("../src/router");

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

interface Page {
  path: string;
  module: string;
  needsSession: boolean;
}

describe("the pages of the server's table", () => {
  it("are those of the router", () => {
    const known = Object.keys(router.routesByPath).filter((path) => path !== "/");
    const pages: Page[] = pagesOf(read("src/router.tsx"));
    expect(pages.map(({ path }) => path).sort()).toEqual(known.sort());
    expect(pages.filter(({ needsSession }) => !needsSession).map(({ path }) => path)).toSatisfy(
      (paths: string[]) => paths.every(isOpen),
    );
    expect(pages.filter(({ path, needsSession }) => needsSession && isOpen(path))).toEqual([]);
  });

  const source = `
const one = createRoute({
  getParentRoute: () => root,
  path: "/one",
  component: lazyRouteComponent(() => import("./pages/One"), "One"),
});
const two = createRoute({
  getParentRoute: () => shell,
  path: "/two/$id",
  component: lazyRouteComponent(() => import("./pages/Two"), "Two"),
});
`;
  const manifest = {
    "index.html": { file: "index.js", imports: ["_parts.js"], css: ["index.css"] },
    "_parts.js": { file: "parts.js" },
    "src/layout/Shell.tsx": { file: "Shell.js", imports: ["index.html", "_parts.js"], css: ["Shell.css"] },
    "src/text/de/index.ts": { file: "de.js" },
    "src/text/en/index.ts": { file: "en.js" },
    "src/pages/One.tsx": { file: "One.js", imports: ["index.html"] },
    "src/pages/Two.tsx": {
      file: "Two.js",
      imports: ["_both.js", "src/layout/Shell.tsx"],
      dynamicImports: ["src/Later.tsx"],
    },
    // Two files that need each other.
    "_both.js": { file: "both.js", imports: ["src/pages/Two.tsx", "_parts.js"], css: ["both.css"] },
    "src/Later.tsx": { file: "Later.js" },
  };

  it("have what they import at once, and neither the files of the document nor what comes later", () => {
    expect(preloads(manifest, source)).toEqual({
      document: ["index.js", "parts.js", "index.css"],
      frame: ["Shell.js", "Shell.css"],
      texts: [
        { language: "de", files: ["de.js"] },
        { language: "en", files: ["en.js"] },
      ],
      pages: [
        { path: "/one", needsSession: false, files: ["One.js"] },
        { path: "/two/$id", needsSession: true, files: ["Two.js", "both.js", "both.css"] },
      ],
    });
  });

  it("list the scripts that a page needs at once, and none that it loads later", () => {
    expect(firstScripts(preloads(manifest, source))).toEqual([
      "index.js",
      "parts.js",
      "Shell.js",
      "de.js",
      "en.js",
      "One.js",
      "Two.js",
      "both.js",
    ]);
  });

  it("are refused where the build has no file for one", () => {
    const { "src/pages/One.tsx": _, ...others } = manifest;
    expect(() => preloads(others, source)).toThrow("src/pages/One");
  });
});

describe("the script before the first paint", () => {
  /** Runs it as a browser does at a path, with these values in the storage. */
  function start(path: string, values: Record<string, string> = {}) {
    const requests: [string, unknown][] = [];
    const storage = { getItem: (key: string) => values[key] ?? null };
    const dataset: Record<string, string> = {};
    const page = {
      localStorage: storage,
      sessionStorage: storage,
      location: { pathname: path },
      document: { documentElement: { dataset } },
      fetch: (address: string, init: unknown) => {
        requests.push([address, init]);
        return Promise.resolve("the account");
      },
      lockstepEarly: undefined as { path: string; answer: Promise<unknown> } | undefined,
    };
    runInNewContext(read("public/start.js"), page);
    return { requests, dataset, early: page.lockstepEarly };
  }

  it.each([
    [{}, {}],
    [{ "lockstep.preferences": '{"theme":"dark"}' }, { theme: "dark" }],
    [{ "lockstep.preferences": '{"theme":"pink"}' }, {}],
    [{ "lockstep.preferences": "null" }, {}],
    [{ "lockstep.preferences": "{" }, {}],
  ])("sets the colours: %o", (values, expected) => {
    expect(start("/today", values).dataset).toEqual(expected);
  });

  it("requests the account with the proof that the cookie needs", async () => {
    const { requests, early } = start("/today");
    expect(requests).toEqual([
      [
        "/api/auth/me",
        { headers: { "Lockstep-Console": "1" }, credentials: "same-origin", redirect: "error" },
      ],
    ]);
    expect(early?.path).toBe("/api/auth/me");
    expect(await early?.answer).toBe("the account");
  });

  it.each([
    ["/sign-in", {}],
    ["/sign-in/callback", {}],
    ["/check", {}],
    ["/today", { "lockstep.session.account": "{}" }],
  ])("requests nothing that %s does not need: %o", (path, values) => {
    expect(start(path, values).requests).toEqual([]);
  });

  it("leaves out the account on the pages that need no session", () => {
    for (const path of ["/", "/today", "/sign-in", "/sign-in/callback", "/check", "/verify"]) {
      expect(start(path).requests.length === 0, path).toBe(isOpen(path));
    }
  });
});

describe("an answer that was requested early", () => {
  const url = "http://localhost/api/auth/me";
  const begin = (answer: Promise<Response>) => {
    globalThis.lockstepEarly = { path: "/api/auth/me", answer };
  };

  it("is taken once, by the request that it is for", async () => {
    const answer = new Response("ada");
    begin(Promise.resolve(answer));
    expect(takeEarly("http://localhost/api/auth/sessions")).toBeUndefined();
    expect(takeEarly(url, { method: "PATCH" })).toBeUndefined();
    expect(await takeEarly(url, { method: "GET" })).toBe(answer);
    expect(takeEarly(url)).toBeUndefined();
  });

  it("is given up with the request", async () => {
    begin(new Promise(() => undefined));
    const request = new AbortController();
    const taken = takeEarly(url, { signal: request.signal });
    request.abort(new Error("late"));
    await expect(taken).rejects.toThrow("late");
    begin(new Promise(() => undefined));
    await expect(takeEarly(url, { signal: request.signal })).rejects.toThrow("late");
  });
});
