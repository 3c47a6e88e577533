// What waits until the page is drawn.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useIdle, whenIdle } from "../src/idle";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A component as it is drawn first. */
function Drawn() {
  return createElement("p", null, String(useIdle()));
}

describe("work that can wait", () => {
  it("waits for the first page, and not again on the next one", () => {
    const ask = vi.fn((_work: () => void) => 7);
    vi.stubGlobal("requestIdleCallback", ask);
    expect(renderToStaticMarkup(createElement(Drawn))).toBe("<p>false</p>");
    whenIdle(() => {});
    expect(renderToStaticMarkup(createElement(Drawn))).toBe("<p>false</p>");
    ask.mock.calls[0]?.[0]();
    expect(renderToStaticMarkup(createElement(Drawn))).toBe("<p>true</p>");
  });

  it("is done when the browser is idle, and at the latest after a time", () => {
    const [cancel, work] = [vi.fn(), vi.fn()];
    const ask = vi.fn((_work: () => void) => 7);
    vi.stubGlobal("requestIdleCallback", ask);
    vi.stubGlobal("cancelIdleCallback", cancel);
    const stop = whenIdle(work);
    expect(work).not.toHaveBeenCalled();
    expect(ask).toHaveBeenCalledWith(expect.any(Function), { timeout: 2000 });
    ask.mock.calls[0]?.[0]();
    expect(work).toHaveBeenCalledTimes(1);
    stop();
    expect(cancel).toHaveBeenCalledWith(7);
  });

  it("is done soon where the browser does not say when it is idle", () => {
    vi.useFakeTimers();
    vi.stubGlobal("requestIdleCallback", undefined);
    const [done, dropped] = [vi.fn(), vi.fn()];
    whenIdle(done);
    whenIdle(dropped)();
    expect(done).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect([done, dropped].map((one) => one.mock.calls.length)).toEqual([1, 0]);
  });
});
