import { describe, expect, it } from "vitest";
import { type Forecast, forecastColumns } from "../src/pages/today/forecast";

const day = (date: string, value: number) => ({
  date,
  acuteLoad: value + 10,
  chronicLoad: value,
  trainingStressBalance: -10,
});

const forecast = (lastDate: string, days: Forecast["days"]): Forecast => ({
  lastDate,
  timeZone: "Europe/Berlin",
  acuteLoad: 60,
  chronicLoad: 50,
  trainingStressBalance: -10,
  dailyLoad: 50,
  days,
});

/** Midnight in Berlin. */
const STARTS = ["2026-06-27T22:00:00Z", "2026-06-28T22:00:00Z", "2026-06-29T22:00:00Z"];
const TIMES = STARTS.map((start) => Date.parse(start) + 43_200_000);

describe("the forecast in the charts of load", () => {
  it("goes on from the last known values", () => {
    const given = forecast("2026-06-30", [day("2026-07-01", 51), day("2026-07-02", 52)]);
    expect(forecastColumns(STARTS, given, "Europe/Berlin")).toEqual({
      times: [...TIMES, Date.parse("2026-07-01T10:00:00Z"), Date.parse("2026-07-02T10:00:00Z")],
      fitness: [null, null, 50, 51, 52],
      fatigue: [null, null, 60, 61, 62],
      form: [null, null, -10, -10, -10],
    });
  });

  it("begins at the newest data, also where that is not of the last day", () => {
    const given = forecast("2026-06-29", [day("2026-06-30", 51), day("2026-07-01", 52)]);
    expect(forecastColumns(STARTS, given, "Europe/Berlin").fitness).toEqual([null, 50, 51, 52]);
  });

  it("leaves out days before the charts", () => {
    const given = forecast("2026-06-26", [day("2026-06-27", 51), day("2026-06-28", 52)]);
    expect(forecastColumns(STARTS, given, "Europe/Berlin").fitness).toEqual([52, null, null]);
  });

  it("adds nothing without a forecast, or with one that has no days", () => {
    const none = {
      times: TIMES,
      fitness: [null, null, null],
      fatigue: [null, null, null],
      form: [null, null, null],
    };
    expect(forecastColumns(STARTS, undefined, "Europe/Berlin")).toEqual(none);
    expect(forecastColumns(STARTS, forecast("2026-06-30", []), "Europe/Berlin")).toEqual(none);
    expect(forecastColumns([], forecast("2026-06-30", [day("2026-07-01", 51)]), "UTC").times).toEqual([]);
  });
});
