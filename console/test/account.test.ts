import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linkable } from "../src/pages/account/identities";
import { scopesOf } from "../src/pages/account/key-scopes";
import { profileChange, weightIn } from "../src/pages/account/profile-form";
import { findingText } from "../src/pages/account/unusual";
import { de } from "../src/text/de";
import { en } from "../src/text/en";

describe("the rights of a new API key", () => {
  it("are the chosen ones", () => {
    const chosen = new Map([
      ["fitness", "read"],
      ["agents", "write"],
      ["platform", "none"],
      ["administration", "write"],
    ]);
    expect(scopesOf((area) => chosen.get(area))).toEqual(["fitness:read", "agents:write"]);
  });

  it("are none where every area has no access, which the form refuses", () => {
    expect(scopesOf(() => "none")).toEqual([]);
    expect(scopesOf(() => null)).toEqual([]);
  });
});

describe("the providers of the account", () => {
  const company = { name: "company", label: "Company account" };
  const club = { name: "club", label: "Club" };

  it("have their identity, or can be linked", () => {
    const linked = [{ provider: "club", created_at: "2026-06-01T10:00:00Z" }];
    expect(linkable([company, club], linked)).toEqual([
      { ...company, linkedAt: undefined },
      { ...club, linkedAt: "2026-06-01T10:00:00Z" },
    ]);
  });

  it("keep an identity of a provider that is gone, and one whose time is damaged", () => {
    expect(linkable([company], [{ provider: "club", created_at: null }])).toEqual([
      { ...company, linkedAt: undefined },
      { name: "club", label: "club", linkedAt: null },
    ]);
    expect(linkable([], [])).toEqual([]);
  });
});

describe("the change of a profile", () => {
  const change = (weight: string, stored: number | null, units: "metric" | "imperial") =>
    profileChange((name) => (name === "weightKg" ? weight : ""), { weightKg: stored }, units);

  it.each([
    [71.23, "metric"],
    [71.23, "imperial"],
    [null, "metric"],
  ] as const)("leaves out a weight of %s that was not changed (%s)", (stored, units) => {
    expect(change(weightIn(stored, units), stored, units)).not.toHaveProperty("weightKg");
  });

  it("stores a changed weight in kilograms, and removes an emptied one", () => {
    expect(change("70.5", 71.23, "metric").weightKg).toBe(70.5);
    expect(change("150", 71.23, "imperial").weightKg).toBe(68.04);
    expect(change("", 71.23, "metric").weightKg).toBeNull();
  });
});

describe("an unusual sign-in", () => {
  const found = { time: "2026-06-01T08:00:00Z", count: 4, network: null };
  const kinds = ["newNetwork", "wrongCodes", "recoveryCode", "replayedToken"] as const;

  it.each([en, de])("of every kind has an event and an advice of its own (%#)", (t) => {
    const texts = kinds.map((kind) => findingText({ ...found, kind }, t, String));
    expect(new Set(texts.map((one) => one.event)).size).toBe(kinds.length);
    expect(new Set(texts.map((one) => one.advice)).size).toBe(kinds.length);
  });

  it("says the number of wrong codes", () => {
    expect(findingText({ ...found, kind: "wrongCodes" }, en, String).event).toBe(
      "4 wrong codes after the right password",
    );
  });
});

describe("what remains after an erasure", () => {
  const source = readFileSync(
    new URL("../../crates/lockstep-agents/src/operations/plans.rs", import.meta.url),
    "utf8",
  );
  const [, list = ""] = /REMAINS: &\[&str\] = &\[(.*?)\];/s.exec(source) ?? [];
  const sentences = [...list.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = ""]) =>
    text.replaceAll(/\\\n\s*/g, ""),
  );

  it("is said in German, sentence by sentence", () => {
    expect(sentences.length).toBeGreaterThan(2);
    expect(Object.keys(de.erasure.sentences)).toEqual(sentences);
  });
});
