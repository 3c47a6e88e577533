import { describe, expect, it, vi } from "vitest";
import { formats, formatsOf, localeFor } from "../src/format";
import { languageOf } from "../src/text/language";
import { axisUnits, inUnits } from "../src/units";

const en = formats("en-GB", "metric", "UTC");
const us = formats("en-US", "imperial", "UTC");
const de = formats("de-DE", "metric", "UTC");

describe("numbers and quantities", () => {
  it.each([
    [en.number(1234.5), "1,235"],
    [de.number(1234.5, 1), "1.234,5"],
    [en.number(null), "–"],
    [en.number(Number.NaN), "–"],
    [en.quantity(66_802, "m"), "66.80 km"],
    [en.quantity(268, "m", "altitude"), "268 m"],
    [us.quantity(1609.344, "m"), "1.00 mi"],
    [us.quantity(100, "m", "altitude"), "328 ft"],
    [us.quantity(60, "kg"), "132.3 lb"],
    [us.quantity(37, "Cel"), "98.6 °F"],
    [en.quantity(10, "m/s"), "36.0 km/h"],
    [en.quantity(60, "/min"), "60 bpm"],
    [en.quantity(90, "/min", "cadence"), "90 rpm"],
    [en.quantity(5, "unheard"), "5.00 unheard"],
  ])("%s", (written, expected) => {
    expect(written).toBe(expected);
  });
});

describe("times", () => {
  it.each([
    [en.duration(59.4), "0:59"],
    [en.duration(3661), "1:01:01"],
    [en.duration(null), "–"],
    [en.hours(27_180), "7 h 33 min"],
    [en.hours(1500), "25 min"],
    [en.pace(312), "5:12 /km"],
    [us.pace(312), "8:22 /mi"],
    [en.day("2026-06-14T07:12:00Z"), "14 Jun 2026"],
    [de.day("2026-06-14T07:12:00Z"), "14. Juni 2026"],
    [en.day("no date"), "–"],
    [formats("en-GB", "metric", "America/Los_Angeles").day("2026-06-14T02:00:00Z"), "13 Jun 2026"],
    [en.ago("2026-06-14T07:00:00Z", Date.parse("2026-06-14T10:00:00Z")), "3 hours ago"],
    [en.ago("2026-06-12T07:00:00Z", Date.parse("2026-06-14T10:00:00Z")), "2 days ago"],
    [en.ago("2026-07-14T07:00:00Z", Date.parse("2026-06-14T07:00:00Z")), "next month"],
    [en.bytes(999), "999 B"],
    [en.bytes(2_147_483_648), "2.1 GB"],
    [en.percent(0.6), "60%"],
    [de.percent(0.6), "60\u00a0%"],
    [en.percent(0.0312, 1), "3.1%"],
  ])("%s", (written, expected) => {
    expect(written).toBe(expected);
  });
});

describe("formats of a choice", () => {
  it("are the same for every part of a page, and others for another zone", () => {
    const first = formatsOf("en-GB", "metric", "UTC");
    expect(formatsOf("en-GB", "metric", "UTC")).toBe(first);
    expect(formatsOf("en-GB", "metric")).not.toBe(first);
    expect(formatsOf("en-GB", "metric", "Asia/Tokyo").time("2026-06-14T02:00:00Z")).toBe("11:00");
  });

  it("make what writes dates at the first date", () => {
    const Original = Intl.DateTimeFormat;
    // biome-ignore lint/complexity/useArrowFunction: only a `function` can be called with `new`
    const made = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (
      ...values: ConstructorParameters<typeof Original>
    ) {
      return new Original(...values);
    });
    const unused = formats("en-GB", "metric", "UTC");
    expect(made).not.toHaveBeenCalled();
    expect([unused.day("2026-06-14T07:12:00Z"), unused.day("2026-06-15T07:12:00Z")]).toEqual([
      "14 Jun 2026",
      "15 Jun 2026",
    ]);
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });
});

describe("languages", () => {
  it.each([
    ["system", ["de-AT", "en"], "de"],
    ["system", ["fr", "en-GB"], "en"],
    ["system", ["fr"], "en"],
    ["de", ["en"], "de"],
  ] as const)("%s of %s", (chosen, wished, expected) => {
    expect(languageOf(chosen, wished)).toBe(expected);
  });

  it("keeps the browser's own variant of a language", () => {
    expect(localeFor("en", ["de-CH", "en-AU"])).toBe("en-AU");
    expect(localeFor("de", ["en-US"])).toBe("de");
  });
});

describe("units of an axis", () => {
  it("is one unit for all values of an axis", () => {
    const axis = axisUnits("m", "metric", "distance", 5000);
    expect([axis.unit, axis.convert(500)]).toEqual(["km", 0.5]);
  });

  it("moves the zero of temperatures", () => {
    expect(axisUnits("Cel", "imperial", "temperature", 30).convert(0)).toBeCloseTo(32);
  });

  it("leaves an unknown unit alone", () => {
    expect(inUnits(3, "mol", "imperial")).toEqual({ value: 3, unit: "mol", digits: 2 });
  });
});
