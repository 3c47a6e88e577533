import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type uPlot from "uplot";
import { describe, expect, it, vi } from "vitest";
import { isOnFoot } from "../src/pages/activities/sports";
import { bestEfforts, curveTicks, curveTypes, durationAt, placeOf } from "../src/pages/activity/curve";
import { lapSpeed } from "../src/pages/activity/lap-speed";
import { ProofWork } from "../src/pages/prove/work";
import { isBeside } from "../src/ui/beside";
import { listenForSpeech, listenToKeys } from "../src/ui/chart-input";
import { type Column, Table } from "../src/ui/Table";
import { elapsedLabel } from "../src/ui/time-axis";

describe("a click beside a dialog", () => {
  const box = { left: 100, right: 500, top: 50, bottom: 400 };
  it.each([
    ["the darkened page", 20, 200, true],
    ["below the dialog", 300, 401, true],
    ["the scroll bar at its edge", 499, 200, false],
    ["its middle", 300, 200, false],
  ])("%s", (_, clientX, clientY, expected) => {
    expect(isBeside({ clientX, clientY }, box)).toBe(expected);
  });
});

describe("the values under the cursor of a chart", () => {
  it("are read out when the keyboard moves the cursor, and not when a pointer does", () => {
    const element = new EventTarget();
    const attributes = new Map<string, string>();
    const readout = { setAttribute: (name: string, value: string) => attributes.set(name, value) };
    const stop = listenForSpeech(element as HTMLElement, () => readout as unknown as HTMLElement);
    const live = (event: string) => {
      element.dispatchEvent(new Event(event));
      return attributes.get("aria-live");
    };
    expect([live("keydown"), live("pointermove"), live("keydown"), live("blur")]).toEqual([
      "polite",
      "off",
      "polite",
      "off",
    ]);
    stop();
    expect(live("keydown")).toBe("off");
  });

  it("are those under the cursor of every chart beside it, also when the keyboard moves it", () => {
    vi.stubGlobal("devicePixelRatio", 2);
    const element = new EventTarget();
    const setCursor = vi.fn();
    const chart = { data: [[0, 10, 20]], cursor: { idx: 0 }, bbox: { height: 400 }, setCursor };
    const plot = { ...chart, valToPos: (at: number) => at * 7 } as unknown as uPlot;
    const stop = listenToKeys(element as HTMLElement, () => plot);
    const press = (key: string) => {
      const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
      element.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(["ArrowRight", "PageDown", "a"].map(press)).toEqual([true, true, false]);
    stop();
    press("ArrowRight");
    expect(setCursor.mock.calls).toEqual([
      [{ left: 70, top: 100 }, true, true],
      [{ left: 140, top: 100 }, true, true],
    ]);
    vi.unstubAllGlobals();
  });

  it("have a time of more than a day", () => {
    expect(elapsedLabel(100_000)).toBe("27:46:40");
  });
});

describe("the rules of every page", () => {
  const css = readFileSync(new URL("../src/theme/base.css", import.meta.url), "utf8");

  it("end each animation for people who want no motion", () => {
    const reduced = /@media \(prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/.exec(css)?.[1];
    expect(reduced).toContain("animation-iteration-count: 1 !important");
    expect(reduced).toContain("transition-duration: 1ms !important");
  });

  it("print in light colours, also if the person chose dark ones", () => {
    const print = /@media print \{([\s\S]*?)\n\}/.exec(css)?.[1];
    expect(print).toMatch(/:root\[data-theme\] \{\s*color-scheme: light/);
  });
});

describe("tables in a narrow window", () => {
  const css = readFileSync(new URL("../src/ui/Table.module.css", import.meta.url), "utf8");
  const narrow = /@media \(max-width: 719px\) \{([\s\S]*?)\n\}/.exec(css)?.[1];

  it("break ids and dates before they scroll", () => {
    expect(narrow).toMatch(/\.table code \{\s*white-space: normal;\s*overflow-wrap: anywhere/);
    expect(narrow).toMatch(/\.table td\.numeric \{\s*white-space: normal/);
  });

  it("show a column below the first one, where it is named so", () => {
    const columns: Column<string>[] = [
      { key: "series", header: "Series", cell: (row) => row },
      { key: "mode", header: "Mode", under: true, cell: () => "Basic" },
      { key: "key", header: "Key", wide: true, cell: () => "key_1" },
    ];
    const table = { label: "Series", columns, rows: ["Sleep"], rowKey: (row: string) => row };
    const html = renderToStaticMarkup(createElement(Table<string>, table));
    const cells = [...html.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, inner = ""]) => inner);
    expect(cells.map((inner) => inner.replace(/<[^>]+>/g, " ").trim())).toEqual([
      "Sleep  Basic",
      "Basic",
      "key_1",
    ]);
    expect(css).toMatch(/\n\.moved \{\s*display: none/);
    expect(narrow).toMatch(/\.moved \{\s*display: flex/);
    expect(narrow).toMatch(/\.table \.wide \{\s*display: none/);
  });
});

describe("the curve of an activity", () => {
  const point = (durationSeconds: number) => ({ durationSeconds, value: 300 - Math.log(durationSeconds) });
  const points = [1, 2, 5, 10, 30, 60, 120, 300, 600].map(point);

  it("is offered for what was recorded", () => {
    expect(curveTypes({ meanPower: 210, meanHeartRate: null, meanSpeed: 8 })).toEqual(["power", "speed"]);
    expect(curveTypes({})).toEqual([]);
  });

  it("has labels that its durations reach", () => {
    expect(curveTicks(points).map((tick) => tick.label)).toEqual(["0:01", "0:05", "0:20", "1:00", "5:00"]);
    expect(curveTicks([])).toEqual([{ at: 0, label: "0:01" }]);
    expect(durationAt(placeOf(1200))).toBe("20:00");
  });

  it("names the efforts that people compare", () => {
    expect(bestEfforts(points).map((one) => one.durationSeconds)).toEqual([5, 30, 60, 300]);
  });
});

describe("the speed of a lap", () => {
  it.each([
    [{ distanceMeters: 1000, movingSeconds: 250, elapsedSeconds: 300 }, 4],
    [{ distanceMeters: 1000, movingSeconds: null, elapsedSeconds: 200 }, 5],
    [{ distanceMeters: 1000, movingSeconds: 0, elapsedSeconds: 200 }, null],
    [{ distanceMeters: null, elapsedSeconds: 200 }, null],
  ])("%o", (lap, expected) => {
    expect(lapSpeed(lap)).toBe(expected);
  });

  it("is read as a pace on foot", () => {
    expect(["running", "trail_running", "cycling", null].map(isOnFoot)).toEqual([true, true, false, false]);
  });
});

describe("a proof", () => {
  it("is canceled at the server too, also before its job has begun", async () => {
    const cancel = vi.fn(async () => {});
    const result = ({ signal }: { signal?: AbortSignal }) =>
      new Promise<string>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    const work = new ProofWork();
    const waiting = work.result(async () => ({ result, cancel }));
    await Promise.resolve();
    work.cancel();
    await expect(waiting).rejects.toThrow();
    expect(work.isCanceled).toBe(true);
    expect(cancel).toHaveBeenCalledTimes(1);

    const early = new ProofWork();
    early.cancel();
    await expect(early.result(async () => ({ result, cancel }))).rejects.toThrow();
    expect(cancel).toHaveBeenCalledTimes(2);
  });
});
