import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { origin: "http://localhost" });
const { columnsOf, drawingOf, summary, usualDistance } = await import("../src/pages/explore/buckets");
const { clamped, parsedRange, scaled, shifted, windowOf } = await import("../src/pages/explore/window");
const { storedTypes, typesOf } = await import("../src/series");

const DAY = 86_400_000;

/** An answer with one series of means; null is an empty bucket. */
function answer(means: (number | null)[]) {
  const series = {
    type: "heart_rate",
    unit: "/min",
    mean: means,
    min: means.map((mean) => (mean === null ? null : mean - 1)),
    max: means.map((mean) => (mean === null ? null : mean + 1)),
    count: means.map((mean) => (mean === null ? 0 : 2)),
  };
  const whole = {
    bucketSeconds: 60,
    bucketStarts: means.map((_, place) => new Date(place * 60_000).toISOString()),
    series: [series],
    startDate: "",
    endDate: "",
    timeZone: "UTC",
  };
  return [whole, series] as const;
}

describe("the window of an answer", () => {
  it.each([
    [0, DAY],
    [-3.5 * DAY, 12.25 * DAY],
    [1.7e12, 1.7e12 + 17_000],
  ])("holds the view and half a view at each side: %s to %s", (from, to) => {
    const [start, end] = windowOf([from, to]);
    const step = (end - start) / 3;
    expect(step).toBeGreaterThanOrEqual(to - from);
    expect(step).toBeLessThan(2 * Math.max(to - from, 10_000));
    expect(start).toBeLessThanOrEqual(from - step / 2);
    expect(end).toBeGreaterThanOrEqual(to + step / 2 - step / 2);
  });

  it("stays the same for small moves, so that panning asks nothing", () => {
    const view = [10 * DAY, 17 * DAY] as const;
    const windows = new Set([0, 0.01, 0.02, 0.05].map((share) => windowOf(shifted(view, share)).join()));
    expect(windows.size).toBe(1);
  });
});

describe("views", () => {
  it("have a shortest and a longest length", () => {
    expect(clamped([0, 1], DAY).map(Math.round)).toEqual([-4999, 5001].map((at) => at - 0.5).map(Math.round));
    const [from, to] = clamped([-1e15, 1e15], 1.8e12);
    expect(to - from).toBe(80 * 365 * DAY);
  });

  it("grow around their middle", () => {
    expect(scaled([10, 20], 2)).toEqual([5, 25]);
  });

  it.each([
    [undefined, undefined],
    ["yesterday", "today"],
    ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"],
  ])("of an address that names none: %s, %s", (from, to) => {
    expect(parsedRange(from, to)).toBeUndefined();
  });
});

describe("columns", () => {
  it("leave out empty buckets and keep gaps", () => {
    const means: (number | null)[] = [60, 61, 62, ...Array(20).fill(null), 70, 71];
    const [whole, series] = answer(means);
    const { times, mean, max } = columnsOf(whole as never, series as never, (value) => value * 2);
    expect(mean).toEqual([120, 122, 124, null, 140, 142]);
    expect(max).toEqual([122, 124, 126, null, 142, 144]);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  it("draw daily values as a line at every scale", () => {
    const daily = Array.from({ length: 200 }, (_, place) => (place % 24 === 0 ? 50 : null));
    const [whole, series] = answer(daily);
    expect(columnsOf(whole as never, series as never, (value) => value).mean).not.toContain(null);
    expect(usualDistance(series.count)).toBe(24);
  });
});

describe("series with few values a day in a view of a month", () => {
  const HOURS = 2;

  /** An answer in buckets of two hours from a midnight of Berlin in winter. `counts` has the points of each bucket. */
  function longAnswer(counts: number[], timeZone = "Europe/Berlin") {
    const start = Date.parse("2026-01-09T23:00:00Z");
    const mean = counts.map((count, place) => (count === 0 ? null : 50 + place));
    const series = { type: "sleep_duration", unit: "s", mean, min: mean, max: mean, count: counts };
    const bucketStarts = counts.map((_, place) => new Date(start + place * HOURS * 3_600_000).toISOString());
    const whole = { bucketSeconds: HOURS * 3600, bucketStarts, series: [series], timeZone };
    return [whole as never, series as never, (value: number) => value] as const;
  }

  /** Fills the given buckets of each day. */
  const each = (days: number, places: number[], count: number) =>
    Array.from({ length: days * 12 }, (_, place) => (places.includes(place % 12) ? count : 0));

  it("have one entry a day, at its noon where the person lives", () => {
    const columns = columnsOf(...longAnswer(each(30, [3], 1)));
    expect([columns.isDaily, columns.isSingle, columns.times.length]).toEqual([true, true, 30]);
    expect(new Date(columns.times[0] ?? 0).toISOString()).toBe("2026-01-10T11:00:00.000Z");
    expect(columns.mean[0]).toBe(53);
    expect(drawingOf(columns, "sleep_duration")).toEqual({ kind: "bars", pointSize: undefined });
    expect(drawingOf(columns, "resting_heart_rate")).toEqual({ kind: "line", pointSize: 8 });
  });

  it("merge the buckets of a workout by their points", () => {
    const counts = each(2, [8, 9], 1);
    counts[9] = 3;
    const columns = columnsOf(...longAnswer(counts));
    expect(columns.times.length).toBe(2);
    expect([columns.mean[0], columns.min[0], columns.max[0]]).toEqual([58.75, 58, 59]);
    // Several points of a day are no amount.
    expect(drawingOf(columns, "steps").kind).toBe("line");
  });

  it("keep one entry for a day whose clock changes", () => {
    const spring = longAnswer(each(90, [0, 5], 1));
    const { times } = columnsOf(...spring);
    expect(times.length).toBe(90);
    expect(new Set(times).size).toBe(90);
  });

  it("keep a gap of weeks", () => {
    const columns = columnsOf(...longAnswer([...each(3, [3], 1), ...each(20, [], 0), ...each(3, [3], 1)]));
    expect(columns.mean.filter((value) => value === null).length).toBe(1);
  });

  it("stay a line of buckets where the day is full of them", () => {
    const columns = columnsOf(...longAnswer(each(30, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 40)));
    expect([columns.isDaily, columns.times.length]).toEqual([false, 360]);
    expect(drawingOf(columns, "heart_rate")).toEqual({ kind: "line", pointSize: undefined });
  });
});

describe("the summary of a view", () => {
  it("counts what is in view only", () => {
    const [whole, series] = answer([60, 70, null, 90]);
    expect(summary(whole as never, series as never, [60_000, 10 * 60_000])).toEqual({
      min: 69,
      mean: 80,
      max: 91,
      count: 4,
    });
    expect(summary(whole as never, series as never, [-2, -1])).toEqual({
      min: null,
      mean: null,
      max: null,
      count: 0,
    });
  });
});

describe("stored types", () => {
  it("are summed over devices and modes, without positions", () => {
    const one = (type: string, count: number, start: string, end: string) => ({
      type,
      count,
      start,
      end,
      device: "d",
      encryptionMode: null,
      keyId: null,
    });
    const types = storedTypes([
      one("steps", 3, "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"),
      one("heart_rate", 5, "2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z"),
      one("steps", 4, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"),
      one("latitude", 99, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"),
    ]);
    expect(types.map(({ type, count }) => [type, count])).toEqual([
      ["steps", 7],
      ["heart_rate", 5],
    ]);
    // Positions can be exported and deleted alone.
    expect(typesOf([{ type: "longitude" }, { type: "heart_rate" }, { type: "longitude" }])).toEqual([
      "heart_rate",
      "longitude",
    ]);
    expect(types[0]?.start).toBe(Date.parse("2026-01-01T00:00:00Z"));
  });
});
