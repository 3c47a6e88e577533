import { describe, expect, it } from "vitest";
import { compared } from "../src/clock";

const MINUTE = 60_000;
const now = Date.parse("2026-06-01T12:00:00Z");

describe("the clock of the device", () => {
  it.each([0, 4 * MINUTE, -4 * MINUTE])("agrees with the server's, with %d ms between them", (difference) => {
    expect(compared(undefined, now, now + difference)).toBeUndefined();
  });

  it.each([6 * MINUTE, -6 * MINUTE, 3 * 365 * 24 * 60 * MINUTE])("is wrong by %d ms", (difference) => {
    expect(compared(undefined, now, now + difference)).toEqual({ device: now + difference, server: now });
  });

  it("keeps the shown times while the difference stays the same, and ends with it", () => {
    const shown = compared(undefined, now, now + 10 * MINUTE);
    expect(compared(shown, now + MINUTE, now + 11 * MINUTE + 900)).toBe(shown);
    expect(compared(shown, now, now + 60 * MINUTE)).toEqual({ device: now + 60 * MINUTE, server: now });
    expect(compared(shown, now, now)).toBeUndefined();
  });

  it("is not judged by an answer with a broken date", () => {
    expect(compared(undefined, Number.NaN, now)).toBeUndefined();
  });
});
