import { describe, expect, it, vi } from "vitest";
import { en } from "../src/text/en";

vi.stubGlobal("location", { origin: "http://localhost" });
const { api } = await import("../src/api/client");
const { grantsOf, isStopped, mayReadMeasurements, programsOf, readReaders, sharingAgents } = await import(
  "../src/pages/privacy/series-readers"
);
const { rightsText } = await import("../src/pages/account/key-scopes");

/** A certificate as the server signs it: only its series matter here. */
const certificate = (...series: { type: string; device: string; first: string; last: string }[]) => ({
  record: JSON.stringify({ series: series.map((one) => ({ ...one, mode: "FHE", points: 1, days: [] })) }),
});
const grant = (purchaseId: string, ids: { tokenId?: string; listingId?: string }) => ({
  purchaseId,
  ...ids,
  purchasedAt: "2026-06-01T00:00:00Z",
  restrictions: [],
});

describe("the programs that can read measurements", () => {
  it.each([
    [[], true],
    [["fitness:read"], true],
    [["fitness:write", "agents:read"], true],
    [["platform:write", "encryption:read"], false],
  ])("with the rights %j: %s", (scopes, may) => {
    expect(mayReadMeasurements(scopes)).toBe(may);
  });

  it("are those whose key has not expired", () => {
    const now = Date.parse("2026-06-01T00:00:00Z");
    const key = (name: string, scopes: string[], expiresAt: string | null) => ({ name, scopes, expiresAt });
    const keys = [
      key("everything", [], null),
      key("tables", ["platform:read"], null),
      key("watch", ["fitness:write"], "2026-06-01T00:00:00.001Z"),
      key("old", ["fitness:read"], "2026-06-01T00:00:00Z"),
    ];
    expect(programsOf(keys, now)).toEqual(["everything", "watch"]);
    // That other keys exist must not read as if none did.
    expect(programsOf(keys.slice(1, 2), now)).toEqual([]);
  });

  it("have their rights in words, also rights of a newer server", () => {
    expect(rightsText(["fitness:read", "agents:write"], en)).toBe(
      "fitness data: read, agents: read and write",
    );
    expect(rightsText(["house:sell"], en)).toBe("house: sell");
  });
});

describe("the buyers who can read a series", () => {
  const week = {
    type: "heart_rate",
    device: "Watch",
    first: "2026-05-01T00:00:00Z",
    last: "2026-05-07T23:00:00Z",
  };
  const series = {
    type: "heart_rate",
    device: "Watch",
    start: "2026-01-01T00:00:00Z",
    end: "2026-05-01T00:00:00Z",
  };

  it("are those whose copies have points of it, found in the certificates of every page of purchases", async () => {
    const { signal } = new AbortController();
    const pages = vi.spyOn(api.marketplace, "listDataGrants");
    pages.mockResolvedValueOnce({
      grants: [grant("pur_1", { tokenId: "tok_week" }), grant("pur_2", { tokenId: "tok_other" })],
      nextCursor: "more",
    });
    pages.mockResolvedValueOnce({
      grants: [grant("pur_3", { tokenId: "tok_week" }), grant("pur_4", { listingId: "lst_1" })],
      nextCursor: null,
    });
    vi.spyOn(api.agents, "listCustomAgents").mockResolvedValue({ agents: [] });
    vi.spyOn(api.auth, "listSessions").mockResolvedValue({ sessions: [], total: 3, page: 1, limit: 1 });
    const certificates = vi.spyOn(api.marketplace, "getTokenCertificate");
    certificates.mockImplementation(async ({ id }) =>
      id === "tok_week" ? certificate(week) : certificate({ ...week, device: "Strap" }),
    );
    const { grants, copies, signIns } = await readReaders(signal);
    expect(grantsOf(series, grants, copies).map((one) => one.purchaseId)).toEqual(["pur_1", "pur_3"]);
    expect(pages.mock.calls.map(([params]) => params)).toEqual([
      { limit: 100 },
      { limit: 100, cursor: "more" },
    ]);
    expect(certificates).toHaveBeenCalledTimes(2);
    expect(signIns).toBe(3);
  });

  it.each([
    ["ends as the copy begins", {}, 1],
    ["ends before the copy", { end: "2026-04-30T00:00:00Z" }, 0],
    ["begins after the copy", { start: "2026-05-08T00:00:00Z", end: "2026-06-01T00:00:00Z" }, 0],
    ["is of another type", { type: "steps" }, 0],
  ])("of a series that %s", (_, change, count) => {
    const copies = new Map([["tok_1", [{ ...week, mode: null, points: 1, days: 7 }]]]);
    const bought = [grant("pur_1", { tokenId: "tok_1" }), grant("pur_2", { tokenId: "tok_unknown" })];
    expect(grantsOf({ ...series, ...change }, bought, copies)).toHaveLength(count);
  });
});

it("nobody reads with a key that its owner stopped, and everybody who may with an older one", () => {
  const states = Object.keys(en.privacy.statuses);
  expect(states.filter(isStopped)).toEqual([
    "suspended",
    "revoked",
    "pending_destruction",
    "destroyed",
    "damaged",
  ]);
});

it("the agents that may send values away are named, also beside a damaged one", () => {
  const agent = (name: string, configuration: { model: string; shareData: boolean } | null) => ({
    id: `agt_${name}`,
    name,
    status: "active" as const,
    capabilities: [],
    description: "",
    createdAt: "2026-06-01T00:00:00Z",
    configuration: configuration && { ...configuration, parameters: { maxTokens: 4096 } },
  });
  expect(
    sharingAgents([
      agent("Coach", { model: "hosted", shareData: true }),
      agent("Local", { model: "local", shareData: false }),
      agent("", null),
    ]),
  ).toEqual(["Coach"]);
});
