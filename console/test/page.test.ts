// The files of pages that are loaded when they are first shown.
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { en } from "../src/text/en";

vi.stubGlobal("location", { origin: "http://localhost", pathname: "/", search: "", hash: "" });
vi.mock(import("../src/text"), async (original) => ({ ...(await original()), useText: () => en }));
const { queryClient } = await import("../src/api/query");
const { pageOf } = await import("../src/page");

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const one = { One: () => createElement("h1", null, "One") };

/** Loads a page as the router does, and draws it. */
async function shown(page: ReturnType<typeof pageOf>): Promise<string> {
  await page.preload?.();
  const element = createElement(page as unknown as () => null);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, element));
}

describe("the file of a page", () => {
  it("is loaded, without a question to the server", async () => {
    const ask = vi.fn();
    vi.stubGlobal("fetch", ask);
    expect(await shown(pageOf(async () => one, "One"))).toBe("<h1>One</h1>");
    expect(ask).not.toHaveBeenCalled();
  });

  it("is loaded again later where the server was away", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
    const load = vi.fn(missing as () => Promise<typeof one>);
    const page = pageOf(load, "One");
    expect(await shown(page)).toContain(en.states.loading);
    load.mockResolvedValue(one);
    await queryClient.fetchQuery({
      queryKey: ["page", "One"],
      queryFn: async () => ({ Shown: (await load()).One }),
    });
    expect(await shown(page)).toBe("<h1>One</h1>");
  });

  it("is given up where the server has other files", async () => {
    vi.stubGlobal("fetch", async () => new Response(""));
    await expect(shown(pageOf(missing as () => Promise<typeof one>, "One"))).rejects.toThrow(
      "Failed to fetch",
    );
  });
});
