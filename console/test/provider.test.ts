import { ApiError } from "@lockstep/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  callbackAddress,
  isWebAddress,
  keepArrival,
  notePurpose,
  readArrival,
  returnPath,
  takeArrival,
  takePurpose,
} from "../src/pages/sign-in/provider";
import { reason } from "../src/pages/sign-in/reason";
import { de } from "../src/text/de";
import { en } from "../src/text/en";

const ORIGIN = "https://fit.example";

describe("the page after a sign-in at a provider", () => {
  it.each([
    ["/activities?sport=running", "/activities?sport=running"],
    ["/activities/ä b", "/activities/%C3%A4%20b"],
    // No server may see the part after `#`.
    ["/verify#secret", "/verify"],
    [undefined, "/today"],
    ["https://evil.example", "/today"],
    ["//evil.example", "/today"],
    ["/\\evil.example", "/today"],
    ["/\t/evil.example", "/today"],
    ["/.//evil.example", "/today"],
    [`/${"a".repeat(2000)}`, "/today"],
  ])("%s", (next, expected) => {
    expect(returnPath(next, ORIGIN)).toBe(expected);
  });

  it("is reached over the address that the operator lists", () => {
    expect(callbackAddress(ORIGIN)).toBe("https://fit.example/sign-in/callback");
  });
});

describe("the address of a provider", () => {
  it.each([
    ["https://login.example/authorize?state=a", true],
    ["http://127.0.0.1:8080/authorize", true],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["/authorize", false],
    ["", false],
  ])("%s", (address, expected) => {
    expect(isWebAddress(address)).toBe(expected);
  });
});

describe("what a provider sends back", () => {
  it.each([
    ["?code=a%2Fb&state=c", { kind: "code", code: "a/b", state: "c" }],
    // A long number stays what it is.
    [
      "?code=12345678901234567890&state=1&iss=https%3A%2F%2Flogin.example",
      { kind: "code", code: "12345678901234567890", state: "1", iss: "https://login.example" },
    ],
    ["?error=access_denied&state=c", { kind: "refused", isDenied: true }],
    ["?error=server_error&error_description=%3Cb%3E&state=c", { kind: "refused", isDenied: false }],
    ["?error=server_error&code=a&state=c", { kind: "refused", isDenied: false }],
    ["?code=a", { kind: "incomplete" }],
    ["?state=c", { kind: "incomplete" }],
    ["", { kind: "incomplete" }],
  ])("%s", (search, expected) => {
    expect(readArrival(search)).toEqual(expected);
  });

  it("is taken once, and leaves the address and the history", () => {
    const replaceState = vi.fn();
    const history = { state: null, replaceState } as unknown as History;
    keepArrival({ pathname: "/today", search: "?code=a&state=b" } as Location, history);
    expect(takeArrival()).toBeUndefined();
    expect(replaceState).not.toHaveBeenCalled();
    keepArrival({ pathname: "/sign-in/callback", search: "?code=a&state=b" } as Location, history);
    expect(replaceState).toHaveBeenCalledWith(null, "", "/sign-in/callback");
    expect(takeArrival()).toEqual({ kind: "code", code: "a", state: "b" });
    expect(takeArrival()).toBeUndefined();
  });
});

describe("the purpose of a sign-in at a provider", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is known to the tab once", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    expect(takePurpose()).toBe("sign-in");
    notePurpose("erasure");
    expect(takePurpose()).toBe("erasure");
    expect(takePurpose()).toBe("sign-in");
    notePurpose("link");
    expect(takePurpose()).toBe("link");
    kept.set("lockstep.provider.purpose", "something else");
    expect(takePurpose()).toBe("sign-in");
  });

  it("is a sign-in in a browser without storage", () => {
    vi.stubGlobal("sessionStorage", {
      getItem: () => {
        throw new Error("switched off");
      },
      setItem: () => {
        throw new Error("switched off");
      },
    });
    notePurpose("erasure");
    expect(takePurpose()).toBe("sign-in");
  });
});

describe("the reason why a sign-in at a provider failed", () => {
  const arrival = { kind: "code", state: "a", code: "b" } as const;
  const refusal = (status: number, details?: object) =>
    Object.assign(Object.create(ApiError.prototype), { status, message: "refused", details });

  it.each([
    ["link", refusal(409), "taken"],
    ["link", refusal(400, { parameter: "state" }), "ended"],
    ["sign-in", refusal(403), "unknown"],
    ["sign-in", refusal(400, { parameter: "state" }), "ended"],
    ["sign-in", refusal(400, { parameter: "code" }), "ended"],
  ] as const)("says what to do next: %s %o", (purpose, error, text) => {
    for (const t of [en, de]) {
      const expected = text === "taken" ? t.account.identities.taken : t.signIn.provider[text];
      expect(reason({ arrival, purpose, error, hasCode: false }, t)).toBe(expected);
    }
  });

  it("is that of every refusal, with the server's sentence, where the page knows none", () => {
    const attempted = { arrival, purpose: "sign-in", error: refusal(409), hasCode: false } as const;
    expect(reason(attempted, en)).toBe(`${en.refusals.conflict} ${en.refusals.said} Refused`);
    expect(reason({ arrival, purpose: "link", error: null, hasCode: false }, en)).toBeUndefined();
  });
});
