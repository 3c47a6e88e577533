// What waits until the page is drawn.
import { afterEach, describe, expect, it, vi } from "vitest";
import { whenIdle } from "../src/idle";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("work that can wait", () => {
  it("is done when the browser is idle, and at the latest after a time", () => {
    const [ask, cancel, work] = [vi.fn(() => 7), vi.fn(), vi.fn()];
    vi.stubGlobal("requestIdleCallback", ask);
    vi.stubGlobal("cancelIdleCallback", cancel);
    const stop = whenIdle(work);
    expect(work).not.toHaveBeenCalled();
    expect(ask).toHaveBeenCalledWith(work, { timeout: 2000 });
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
