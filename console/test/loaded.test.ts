// What a page shows of an answer that is here before the page is drawn.
import type { UseQueryResult } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { en } from "../src/text/en";

vi.stubGlobal("location", { origin: "http://localhost" });
vi.mock("../src/text", () => ({ useText: () => en }));
const { whenIdle } = await import("../src/idle");
const { Loaded } = await import("../src/ui/State");

const query = (found: object) => found as UseQueryResult<string>;
const children = (data: string) => data;
const drawn = (found: object) => {
  const props = { query: query(found), children };
  return renderToStaticMarkup(createElement(Loaded<string>, props));
};

it("an answer waits until the page is drawn, an error does not", () => {
  const ask = vi.fn((_work: () => void) => 7);
  vi.stubGlobal("requestIdleCallback", ask);
  const early = drawn({ data: "fifty rows" });
  expect(early).toContain(en.states.loading);
  expect(early).not.toContain("fifty rows");
  const failed = drawn({ isError: true, error: new Error("refused"), refetch: () => undefined });
  expect(failed).not.toContain(en.states.loading);
  whenIdle(() => {});
  ask.mock.calls[0]?.[0]();
  expect(drawn({ data: "fifty rows" })).toBe("fifty rows");
  // A newer answer that failed does not take the older one away.
  expect(drawn({ data: "fifty rows", isError: true })).toBe("fifty rows");
  expect(drawn({})).toContain(en.states.loading);
});
