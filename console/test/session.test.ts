import { AuthenticationError } from "@lockstep/client";
import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { origin: "http://localhost" });
const {
  currentAccount,
  hasSession,
  isDue,
  onAccountChange,
  readKnownAccount,
  requestAccount,
  signOut,
  watchOtherTabs,
} = await import("../src/session");
const { pointOf } = await import("../src/live");
const { expectedPath, isOpen, safeNext, signInSearch } = await import("../src/pages/sign-in/next");
const { api, consoleFetch } = await import("../src/api/client");
const { holdPage, noteRefusal, onSessionEnd, queryClient } = await import("../src/api/query");

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

describe("the page that a first load requests before the server answers", () => {
  it.each([
    ["/today", true, "/today"],
    ["/", true, "/today"],
    ["/activities/act_1", true, "/activities/act_1"],
    ["/activities", false, "/sign-in"],
    ["/sign-in", true, "/sign-in"],
    ["/sign-in/callback", false, "/sign-in/callback"],
    ["/check", false, "/check"],
    ["/verify", true, "/verify"],
    ["/verify", false, "/check"],
  ])("of %s, signed in: %s", (pathname, isSignedIn, expected) => {
    expect(expectedPath(pathname, isSignedIn)).toBe(expected);
  });

  it.each([
    ["/sign-in", true],
    // The account of before is not requested while another one signs in.
    ["/sign-in/callback", true],
    ["/check", true],
    ["/verify", false],
    ["/today", false],
  ])("%s needs no session: %s", (pathname, expected) => {
    expect(isOpen(pathname)).toBe(expected);
  });

  it.each([
    ["2026-06-08T00:00:00Z", true],
    ["2026-05-31T00:00:00Z", false],
    ["no date", false],
    [null, false],
  ])("the session of a browser that knows the end %s", (until, expected) => {
    vi.stubGlobal("localStorage", { getItem: () => until });
    expect(hasSession(Date.parse("2026-06-01T00:00:00Z"))).toBe(expected);
    vi.stubGlobal("localStorage", undefined);
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

describe("the sign-in after an ended session", () => {
  it("leads back to the page, also when several requests are refused at once", () => {
    expect(signInSearch("/explore", "?series=power")).toEqual({ next: "/explore?series=power", ended: true });
    expect(signInSearch("/sign-in", "?next=%2Fexplore&ended=true")).toBeUndefined();
  });
});

describe("the account of a first load", () => {
  it("is asked for once, also if the server refuses it before the page wants to know", async () => {
    const refused = new AuthenticationError(401, { code: "AUTH_REQUIRED", message: "", requestId: "req_1" });
    const who = vi.spyOn(api.auth, "getCurrentUser").mockRejectedValue(refused);
    requestAccount();
    await vi.waitFor(() => expect(queryClient.getQueryState(["account"])?.status).toBe("error"));
    await expect(currentAccount()).rejects.toBe(refused);
    expect(who).toHaveBeenCalledTimes(1);
    // After a sign-in, the server is asked again, once.
    who.mockResolvedValue({ id: "usr_1" } as Awaited<ReturnType<typeof api.auth.getCurrentUser>>);
    await currentAccount();
    expect((await currentAccount()).id).toBe("usr_1");
    expect(who).toHaveBeenCalledTimes(2);
    queryClient.clear();
    who.mockRestore();
  });
});

describe("another account", () => {
  const refused = new AuthenticationError(401, { code: "AUTH_REQUIRED", message: "", requestId: "req_1" });

  it("is not given the work of the former one, also if the session had ended at the server", async () => {
    const left = vi.fn();
    const stop = onAccountChange(left);
    const end = vi.spyOn(api.auth, "signOutOfConsole").mockRejectedValue(refused);
    await signOut();
    expect(left).toHaveBeenCalledTimes(1);
    end.mockRejectedValue(new Error("no connection"));
    await expect(signOut()).rejects.toThrow("no connection");
    expect(left).toHaveBeenCalledTimes(1);
    stop();
  });

  it.each([
    ["the same account renews its session", { id: "usr_1" }, false],
    ["another account signs in", { id: "usr_2" }, true],
    ["the account signs out", refused, true],
    ["the server does not answer", new Error("no connection"), false],
  ])("of another tab ends this page: %s", async (_, answer, expected) => {
    const storage = {};
    const listeners: ((event: unknown) => Promise<void>)[] = [];
    vi.stubGlobal("localStorage", storage);
    vi.stubGlobal("window", {
      addEventListener: (_name: string, listener: (event: unknown) => Promise<void>) =>
        listeners.push(listener),
      removeEventListener: () => {},
    });
    const who = vi.spyOn(api.auth, "getCurrentUser");
    who.mockImplementation(async () => {
      if (answer instanceof Error) {
        throw answer;
      }
      return answer as Awaited<ReturnType<typeof api.auth.getCurrentUser>>;
    });
    const other = vi.fn();
    watchOtherTabs("usr_1", other);
    await listeners[0]?.({ storageArea: storage, key: "lockstep.preferences" });
    expect(other).not.toHaveBeenCalled();
    await listeners[0]?.({ storageArea: storage, key: "lockstep.session.until" });
    expect(other).toHaveBeenCalledTimes(expected ? 1 : 0);
    vi.unstubAllGlobals();
    vi.stubGlobal("location", { origin: "http://localhost" });
  });
});

describe("a page that shows what cannot be shown again", () => {
  const refused = new AuthenticationError(401, { code: "AUTH_REQUIRED", message: "", requestId: "req_1" });

  it("stays when the server refuses the session, until it is left", () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    const [one, other] = [holdPage(), holdPage()];
    noteRefusal(refused);
    one();
    one();
    noteRefusal(refused);
    expect(ended).not.toHaveBeenCalled();
    other();
    noteRefusal(refused);
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
  });

  it("stays when another account signs in in another tab", async () => {
    const storage = {};
    const listeners: ((event: unknown) => Promise<void>)[] = [];
    vi.stubGlobal("localStorage", storage);
    vi.stubGlobal("window", {
      addEventListener: (_name: string, listener: (event: unknown) => Promise<void>) =>
        listeners.push(listener),
    });
    vi.spyOn(api.auth, "getCurrentUser").mockRejectedValue(refused);
    const [left, other] = [vi.fn(), vi.fn()];
    const stop = onAccountChange(left);
    watchOtherTabs("usr_1", other);
    const release = holdPage();
    const event = { storageArea: storage, key: "lockstep.session.until" };
    await listeners[0]?.(event);
    expect([left, other].map((one) => one.mock.calls.length)).toEqual([0, 0]);
    release();
    await listeners[0]?.(event);
    expect([left, other].map((one) => one.mock.calls.length)).toEqual([1, 1]);
    stop();
    vi.unstubAllGlobals();
    vi.stubGlobal("location", { origin: "http://localhost" });
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
