// Names in the person's language for words of the API, which may be any text.
import { describe, expect, it, vi } from "vitest";
import { formats } from "../src/format";
import { activityName, activityTitle, hasName, sportName } from "../src/pages/activities/sports";
import { kindName } from "../src/pages/devices/kinds";
import { de } from "../src/text/de";
import { en } from "../src/text/en";

vi.stubGlobal("location", { origin: "http://localhost" });
const { seriesName } = await import("../src/series");

describe("an activity", () => {
  const ride = { name: "activity", sport: "cycling", source: "recorded", start: "2026-06-14T22:30:00Z" };
  const berlin = formats("en-GB", "metric", "Europe/Berlin");

  it.each([
    [{}, false],
    [{ name: "" }, false],
    [{ name: "cycling" }, false],
    [{ name: "Heart rate above 120", source: "detected" }, false],
    [{ name: "Round the lake" }, true],
  ])("with %o has a name: %s", (part, expected) => {
    expect(hasName({ ...ride, ...part })).toBe(expected);
  });

  it("without a name has its sport and its local day as heading", () => {
    expect(activityTitle(ride, en, berlin)).toBe("Cycling, 15 Jun 2026");
    expect(activityTitle(ride, de, formats("de-DE", "metric", "UTC"))).toBe("Radfahren, 14. Juni 2026");
    expect(activityName(ride, en)).toBe("Cycling");
  });

  it("with a name has the name alone", () => {
    expect(activityTitle({ ...ride, name: "Round the lake" }, en, berlin)).toBe("Round the lake");
  });
});

describe("the kind of a device", () => {
  it.each([
    ["treadmill", "Treadmill", "Laufband"],
    ["heart_rate_monitor", "Heart rate monitor", "Pulsmesser"],
    ["chest_strap", "Chest strap", "Brustgurt"],
    // What an owner wrote stays as it is.
    ["My old Watch", "My old Watch", "My old Watch"],
    ["constructor", "constructor", "constructor"],
  ])("%s", (kind, english, german) => {
    expect([kindName(kind, en), kindName(kind, de)]).toEqual([english, german]);
  });
});

describe("a word that every object knows", () => {
  it("is no name of the catalogue", () => {
    expect(sportName("constructor", en)).toBe("constructor");
    expect(seriesName("constructor", en)).toBe("Constructor");
  });
});
