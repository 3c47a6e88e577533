import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { origin: "http://localhost" });
const { isDue, readKnownAccount } = await import("../src/session");
const { pointOf } = await import("../src/live");
const { safeNext } = await import("../src/pages/sign-in/next");
const { consoleFetch } = await import("../src/api/client");

const HOUR = 3_600_000;

describe("renewal", () => {
  const now = Date.parse("2026-06-01T00:00:00Z");
  it.each([
    [null, false],
    ["no date", false],
    [new Date(now + 7 * 24 * HOUR).toISOString(), false],
    [new Date(now + 5 * 24 * HOUR).toISOString(), true],
    // The session has ended, or the clock is wrong: the server decides.
    [new Date(now - HOUR).toISOString(), false],
  ])("%s", (until, expected) => {
    expect(isDue(until, now)).toBe(expected);
  });
});

describe("the account that a browser knows", () => {
  const until = "2026-06-08T00:00:00Z";
  const known = { account: { username: "ada" }, at: 1, until };
  it.each([
    [JSON.stringify(known), until, "ada"],
    // Somebody else has signed in, perhaps in another tab.
    [JSON.stringify(known), "2026-06-09T00:00:00Z", undefined],
    [JSON.stringify(known), null, undefined],
    [null, until, undefined],
    ["null", until, undefined],
    ["cut of", until, undefined],
  ])("%s for the session until %s", (text, end, expected) => {
    expect(readKnownAccount(text, end)?.account.username).toBe(expected);
  });
});

describe("the address after the sign-in", () => {
  it.each([
    ["/activities?sport=running", "/activities?sport=running"],
    [undefined, "/today"],
    ["https://evil.example", "/today"],
    ["//evil.example", "/today"],
    ["/\\evil.example", "/today"],
    ["/sign-in?next=/x", "/today"],
    ["javascript:alert(1)", "/today"],
  ])("%s", (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });
});

describe("live points", () => {
  const point = { type: "heart_rate", timestamp: "2026-06-01T00:00:00Z", value: 61, unit: "/min" };
  it("are taken from messages of data only", () => {
    expect(pointOf({ type: "data", id: "1", payload: point } as never)?.value).toBe(61);
    expect(pointOf({ type: "metric", id: "1", payload: point } as never)).toBeUndefined();
    expect(pointOf({ type: "a later kind", id: "1", payload: 3 } as never)).toBeUndefined();
    expect(pointOf({ type: "data", id: "1", payload: { ...point, value: "61" } } as never)).toBeUndefined();
  });
});

describe("requests", () => {
  it("carry the proof of the console and no credential of scripts", async () => {
    const fetched = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    await consoleFetch("http://localhost/v1/x", { headers: { Accept: "application/json" } });
    const init = fetched.mock.calls[0]?.[1];
    const headers = new Headers(init?.headers);
    expect(headers.get("Lockstep-Console")).toBe("1");
    expect(headers.get("Authorization")).toBeNull();
    expect(headers.get("Accept")).toBe("application/json");
    expect(init?.credentials).toBe("same-origin");
    vi.unstubAllGlobals();
  });
});
