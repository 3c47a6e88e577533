import { readFileSync } from "node:fs";
import { AuthenticationError, ConnectionError, InvalidRequestError, RateLimitError } from "@lockstep/client";
import { describe, expect, it, vi } from "vitest";
import { failure, sentence } from "../src/api/query";
import { matches } from "../src/layout/match";
import { nearest, projection, scaleBar } from "../src/pages/activity/projection";
import { actsOf, shortKey } from "../src/pages/privacy/key-acts";
import {
  dayBefore,
  formWord,
  latest,
  type Metrics,
  median,
  newestDay,
  stateOf,
  sum,
  weekOf,
} from "../src/pages/today/days";
import { evidenceRows, words } from "../src/pages/today/evidence";
import { parsePreferences } from "../src/preferences";
import { evidenceNames, evidenceValues } from "../src/text/de/evidence";
import { sparkPath } from "../src/ui/bars-path";
import { turned } from "../src/ui/chart-input";
import { elapsedLabel, momentFormat } from "../src/ui/time-axis";

vi.stubGlobal("location", { origin: "http://localhost" });
const { queryClient } = await import("../src/api/query");
const { requestFirstAnswers } = await import("../src/first-answers");
const { activitiesQuery } = await import("../src/pages/activities/list-query");
const { offersQuery } = await import("../src/pages/market/queries");
const { FIRST_RANGE, metricsQuery } = await import("../src/pages/today/metrics-query");
const { storedSeriesQuery } = await import("../src/series");

describe("preferences of a browser", () => {
  it.each([
    [null, { language: "system", units: "metric", theme: "system" }],
    ["", { language: "system", units: "metric", theme: "system" }],
    ["[]", { language: "system", units: "metric", theme: "system" }],
    [
      '{"language":"de","units":"furlongs","theme":"dark"}',
      { language: "de", units: "metric", theme: "dark" },
    ],
  ])("%s", (stored, expected) => {
    expect(parsePreferences(stored)).toEqual(expected);
  });
});

describe("the page Today", () => {
  const metrics = (loads: (number | null)[]) =>
    ({
      intervals: loads.map((trainingLoad, place) => ({ start: String(place), metrics: { trainingLoad } })),
    }) as unknown as Metrics;

  it.each([
    [undefined, false, "loading"],
    [undefined, true, "failed"],
    [metrics([null, 0]), false, "empty"],
    [metrics([null, 40]), false, "known"],
    // The values of the range before stay while another one fails.
    [metrics([null, 40]), true, "known"],
  ])("of %o, failed: %s, is %s", (data, isError, expected) => {
    expect(stateOf({ data, isError })).toBe(expected);
  });

  it("sums the seven days that end with the last one", () => {
    const week = weekOf(metrics([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(week.map((row) => row.metrics.trainingLoad)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(weekOf(undefined)).toEqual([]);
  });
});

describe("errors", () => {
  const detail = { code: "INVALID_REQUEST", message: "weightKg: must be at most 500", requestId: "req_1" };

  it("names the field and drops what the client adds", () => {
    const error = new InvalidRequestError(400, {
      ...detail,
      details: { parameter: "weightKg", reason: "…" },
    });
    expect(failure(error)).toEqual({
      kind: "refused",
      message: "WeightKg: must be at most 500",
      parameter: "weightKg",
      requestId: "req_1",
    });
  });

  it.each([
    [new ConnectionError("refused"), "connection"],
    [new RateLimitError(429, detail, undefined, 3), "limited"],
    [new AuthenticationError(401, detail), "refused"],
    [new Error("bug"), "unknown"],
    ["text", "unknown"],
  ])("%s", (error, kind) => {
    expect(failure(error).kind).toBe(kind);
  });

  it("keeps a sentence without an addition", () => {
    expect(sentence("all is lost", 500)).toBe("All is lost");
    expect(sentence("", 500)).toBe("");
  });
});

describe("the palette", () => {
  it.each([
    ["", "Today", true],
    ["tod", "Today", true],
    ["DARK theme", "Theme: dark", true],
    ["aktivitat", "Aktivitäten", true],
    ["xyz", "Today", false],
  ])("%s in %s", (typed, name, expected) => {
    expect(matches(typed, name)).toBe(expected);
  });
});

describe("Today", () => {
  it.each([
    [20, 80, "fresh"],
    [0, 80, "neutral"],
    [-20, 80, "productive"],
    [-40, 80, "strained"],
    [5, 0, "neutral"],
  ])("a form of %s at a fitness of %s is %s", (form, fitness, expected) => {
    expect(formWord(form, fitness)).toBe(expected);
  });

  it("summarises the values that exist", () => {
    expect([median([3, null, 1, 2]), median([4, 2]), median([null])]).toEqual([2, 3, undefined]);
    expect([sum([1, null, 2]), sum([null])]).toEqual([3, undefined]);
  });

  it("says how old the last value of a metric is", () => {
    const row = (start: string, restingHeartRate: number | null) => ({
      start,
      metrics: { restingHeartRate },
    });
    const rows = [row("2026-06-01", 52), row("2026-06-02", null)] as unknown as Parameters<typeof latest>[0];
    expect(latest(rows, "restingHeartRate")).toEqual({ value: 52, day: "2026-06-01", isToday: false });
    expect(latest(rows.slice(0, 1), "restingHeartRate")?.isToday).toBe(true);
    expect(latest(rows.slice(1), "restingHeartRate")).toBeUndefined();
  });

  it.each([
    // The clock in Berlin went back on 2026-10-25: ninety days are an hour longer than in UTC.
    ["Europe/Berlin", "2026-11-01T23:10:00Z", 89, "2026-08-05"],
    ["Europe/Berlin", "2026-03-31T22:10:00Z", 3, "2026-03-29"],
    ["Pacific/Auckland", "2026-06-01T12:30:00Z", 0, "2026-06-02"],
    ["America/Los_Angeles", "2026-06-01T02:00:00Z", 1, "2026-05-30"],
  ])("counts dates in %s at %s, %s days back", (zone, now, days, expected) => {
    expect(dayBefore(days, Date.parse(now), zone)).toBe(expected);
  });

  it("counts dates of the device where no time zone is given", () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    for (let hour = 0; hour < 48; hour += 1) {
      const now = Date.parse("2026-12-30T12:30:00Z") + hour * 3_600_000;
      expect(dayBefore(1, now, undefined)).toBe(dayBefore(1, now, timeZone));
    }
  });

  it("finds the newest data of an account", () => {
    expect(newestDay([{ end: "2025-01-02T00:00:00Z" }, { end: "2024-12-31T23:00:00Z" }])).toBe(
      "2025-01-02T00:00:00Z",
    );
    expect(newestDay([])).toBeUndefined();
  });

  it("writes evidence as names and values", () => {
    const evidence = { baselineDays: 60, score: { z: -1.80312 }, seen: [{ rule: "a.b" }], none: null };
    const plain = { language: "en", names: {}, values: {} };
    expect(evidenceRows(evidence, plain)).toEqual([
      ["baseline days", "60"],
      ["score › z", "-1.803"],
      ["seen › 1 › rule", "a.b"],
    ]);
    expect(words("hrvRmssd")).toBe("hrv rmssd");
    const german = { language: "de", names: evidenceNames, values: evidenceValues };
    expect(evidenceRows({ date: "2026-11-03", value: 2.5, reached: true }, german)).toEqual([
      ["Tag", "03.11.2026"],
      ["Wert", "2,5"],
      ["erreicht", "ja"],
    ]);
  });

  // The page of ten accounts has the evidence of nearly every rule.
  it("has a German name for all evidence, and German for its words", () => {
    const page = readFileSync(new URL("../../docs/insights.md", import.meta.url), "utf8");
    const found = [...page.matchAll(/^ {2}- `(\{.*\})`$/gm)].map(([, json]) => JSON.parse(json ?? ""));
    expect(found.length).toBeGreaterThan(20);
    for (const evidence of found) {
      for (const [names, values] of leaves(evidence)) {
        for (const name of names) {
          expect(Object.keys(evidenceNames)).toContain(name);
        }
        if (typeof values === "string" && !/^[\d-]+$|^[a-z]+\.[a-z-]+$/.test(values)) {
          expect(Object.keys(evidenceValues)).toContain(values);
        }
      }
    }
  });
});

/** Returns the names on the way to each value, and the value. */
function leaves(value: unknown, names: string[] = []): [string[], unknown][] {
  if (Array.isArray(value)) {
    return value.flatMap((one) => leaves(one, names));
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => leaves(one, [...names, name]))
    : [[names, value]];
}

describe("tracks", () => {
  const at = (latitude: number, longitude: number, time = 0) => ({ latitude, longitude, at: time });
  const box = { width: 100, height: 100, padding: 10 };

  it("has north up and equal scales", () => {
    const project = projection([at(0, 0), at(1, 2)], box);
    const [[west, south], [east, north]] = [project(at(0, 0)), project(at(1, 2))];
    expect(south).toBeGreaterThan(north);
    expect((east - west) / (south - north)).toBeCloseTo(2, 2);
  });

  it("crosses the date line the short way", () => {
    const project = projection([at(0, 179.9), at(0.1, -179.9)], box);
    expect(project(at(0, 180))[0]).toBeCloseTo(50);
  });

  it("draws a single place without dividing by zero", () => {
    const [x, y] = projection([at(5, 5)], box)(at(5, 5));
    expect([x, y].every(Number.isFinite)).toBe(true);
  });

  it("finds the position that is nearest in time", () => {
    const all = [at(0, 0, 0), at(0, 0, 10), at(0, 0, 20)];
    expect([-5, 4, 6, 14, 99].map((time) => nearest(all, time))).toEqual([0, 0, 1, 1, 2]);
  });

  it("has a scale of a round length", () => {
    expect([scaleBar(1000), scaleBar(7000), scaleBar(350)]).toEqual([200, 2000, 100]);
  });
});

describe("charts", () => {
  it("labels times as fine as their lines", () => {
    expect(
      [1000, 60_000, 86_400_000, 40 * 86_400_000, 400 * 86_400_000].map((step) => momentFormat(step).year),
    ).toEqual([undefined, undefined, undefined, "2-digit", "numeric"]);
    expect([0, 65, 3600].map(elapsedLabel)).toEqual(["0:00", "1:05", "1:00:00"]);
  });

  it("zooms around the pointer and pans sideways", () => {
    const [from, to] = turned([0, 100], 0.25, { x: 0, y: -100 });
    expect(from + (to - from) * 0.25).toBeCloseTo(25);
    expect(to - from).toBeLessThan(100);
    expect(turned([0, 100], 0.5, { x: 80, y: 0 })).toEqual([10, 110]);
  });

  it("breaks a line where a value is missing", () => {
    expect(sparkPath([1, null, 3, 3], 30, 10)).toBe("M0.0 10.0M20.0 0.0L30.0 0.0");
    expect(sparkPath([2, 2], 10, 10)).toBe("M0.0 5.0L10.0 5.0");
    expect(sparkPath([], 10, 10)).toBe("");
  });
});

describe("keys", () => {
  it("offers only the acts that a state allows", () => {
    expect(actsOf("active", true)).toEqual(["rotate", "suspend", "destroy"]);
    expect(actsOf("suspended", false)).toEqual(["resume", "destroy"]);
    expect(actsOf("pending_destruction", false)).toEqual(["keep"]);
    expect(actsOf("a state of a later version", true)).toEqual([]);
    expect(shortKey("key_01h455vb4pex5vsknk084sn02q")).toBe("…4sn02q");
  });
});

describe("the first load of a page", () => {
  it.each([
    ["/today", "", metricsQuery(FIRST_RANGE).queryKey],
    ["/activities", "", activitiesQuery({}).queryKey],
    ["/explore", "", storedSeriesQuery.queryKey],
    ["/marketplace", "", offersQuery.queryKey],
    // The page then shows other activities.
    ["/activities", "?sport=running", undefined],
    ["/sign-in", "", undefined],
  ])("requests the first answers of %s%s early, with the query that the page uses", (path, search, expected) => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    queryClient.clear();
    requestFirstAnswers(path, search);
    const begun = queryClient.getQueryCache().findAll({ fetchStatus: "fetching" });
    expect(begun.map((query) => query.queryKey)).toEqual(expected ? [expected] : []);
    queryClient.clear();
  });
});
