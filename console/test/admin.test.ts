// The logic of the pages of administration.
import { describe, expect, it } from "vitest";
import { frameOf, pauseAfter } from "../src/channel-messages";
import { sampleIn, sampleOf, withSample } from "../src/pages/admin/alerts/samples";
import { keptDocument, verdict } from "../src/pages/admin/audit/checkpoint";
import { excludedActions, isFiltered, READS, showsReads } from "../src/pages/admin/audit/search";
import { attemptOf, integrityOf } from "../src/pages/admin/backups/backup";
import { deviceFigures, presenceOf, readMetrics } from "../src/pages/admin/devices/figures";
import { ageOf, kindText, progressOf } from "../src/pages/admin/jobs/job";
import { periodStarts } from "../src/pages/admin/overview/periods";
import { addressPage, pageCount, pageOf, span } from "../src/pages/admin/pages";
import { bodyOf, changesOf, problemOf, textOf, typedValue } from "../src/pages/admin/settings/draft";
import type { Field } from "../src/pages/admin/settings/fields";
import { actsOn, recordOf, type User, userChange } from "../src/pages/admin/users/user";
import { de } from "../src/text/de";
import { en } from "../src/text/en";

describe("the entries of the audit log", () => {
  it("are asked for without the reads of the log, unless the address asks for them", () => {
    const searches = [{}, { words: "user", page: "2" }, { reads: "yes" }, { reads: "shown" }];
    expect(searches.map(showsReads)).toEqual([false, false, false, true]);
    expect(searches.map(excludedActions)).toEqual([READS, READS, READS, []]);
    expect(READS).toContain("audit.read");
  });

  it("are not filtered by the page and the reads", () => {
    expect([{}, { page: "2", reads: "shown" }, { words: "user" }].map(isFiltered)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("a job", () => {
  const startedAt = "2026-06-01T10:00:00Z";
  const now = Date.parse("2026-06-01T10:01:30Z");
  it.each([
    [{ startedAt, endedAt: null }, 90],
    [{ startedAt }, 90],
    [{ startedAt, endedAt: "2026-06-01T10:00:20Z" }, 20],
    [{ startedAt: "2026-06-01T10:02:00Z", endedAt: null }, 0],
  ])("has an age: %o", (job, expected) => {
    expect(ageOf(job, now)).toBe(expected);
  });

  it.each([
    [
      { status: "running", progress: { done: 0, total: 6 } },
      { done: 0, total: 6, share: 0 },
    ],
    [
      { status: "running", progress: { done: 3, total: 6 } },
      { done: 3, total: 6, share: 0.5 },
    ],
    [{ status: "running" }, undefined],
    [{ status: "running", progress: null }, undefined],
    [{ status: "running", progress: { done: 0, total: 0 } }, undefined],
    [{ status: "succeeded", progress: { done: 3, total: 6 } }, undefined],
  ])("says how far it is only where the server does: %o", (job, expected) => {
    expect(progressOf(job)).toEqual(expected);
  });

  it("says what it does, where its area has jobs", () => {
    expect(kindText("fitness", en)).toMatch(/claim/);
    expect(kindText("encryption", de)).toMatch(/Beweis/);
    expect([kindText("toString", en), kindText("later", en)]).toEqual(["", ""]);
  });
});

describe("pages of a long list", () => {
  it.each([
    [0, 25, 1],
    [25, 25, 1],
    [26, 25, 2],
    [100_000, 25, 4000],
  ])("%i rows by %i are %i pages", (total, limit, expected) => {
    expect(pageCount(total, limit)).toBe(expected);
  });

  it("names the rows of a page", () => {
    expect(span(1, 25, 0)).toEqual({ from: 0, to: 0 });
    expect(span(4000, 25, 99_990)).toEqual({ from: 99_976, to: 99_990 });
  });

  it.each([
    ["3", 3],
    ["9999", 10],
    ["-4", 1],
    ["two", 1],
    ["", 1],
  ])("goes to the nearest page of %s", (text, expected) => {
    expect(pageOf(text, 10)).toBe(expected);
  });

  it("reads the page of an address", () => {
    expect([undefined, "7", "x"].map(addressPage)).toEqual([1, 7, 1]);
  });
});

const user: User = {
  id: "usr_1",
  username: "ada",
  email: "ada@example.org",
  role: "user",
  status: "active",
  tier: "standard",
  totpEnabled: false,
  createdAt: "2026-06-01T00:00:00Z",
  datastreams: 0,
  agents: 0,
  encryptionKeys: 0,
};

describe("the acts of an administrator", () => {
  it.each([
    ["an account with two-step sign-in", true, "usr_2", ["totp", "erase"]],
    ["an account without it", false, "usr_2", ["erase"]],
    ["the own account with it", true, "usr_1", []],
    ["the own account without it", false, "usr_1", []],
  ])("on %s", (_, totpEnabled, ownId, expected) => {
    expect(actsOn({ ...user, totpEnabled }, ownId)).toEqual(expected);
  });

  it("lead on the own account to the pages that ask for the proof, in both languages", () => {
    for (const texts of [en, de]) {
      expect(texts.admin.users.ownText).toMatch(/(password|Passwort)/);
    }
  });
});

describe("the change of an account", () => {
  const form =
    (values: Record<string, string>) =>
    (name: string): string =>
      ({ role: "user", tier: "standard", email: "ada@example.org", ...values })[name] ?? "";

  it("has only what differs", () => {
    expect(userChange(user, form({}))).toEqual({});
    expect(userChange(user, form({ tier: "premium", email: " ada@example.net " }))).toEqual({
      tier: "premium",
      email: "ada@example.net",
    });
  });

  it("drops a role that does not exist", () => {
    expect(userChange(user, form({ role: "owner" }))).toEqual({});
  });

  it("writes damaged fields even if they look the same", () => {
    const damaged = { ...user, damagedFields: ["role", "status"] };
    expect(userChange(damaged, form({}))).toEqual({ role: "user", status: "active" });
  });
});

describe("a receipt", () => {
  const document = { format: "f", key: "k", publicKey: "p", signature: "s" };
  it("shows its record, and nothing for a text that is not an object", () => {
    expect(recordOf({ ...document, record: '{"number":1}' })).toEqual({ number: 1 });
    expect(recordOf({ ...document, record: "[" })).toEqual({});
    expect(recordOf({ ...document, record: "null" })).toEqual({});
  });
});

describe("frames of the channels", () => {
  const message = {
    channel: "alerts",
    type: "started",
    id: "ev_1",
    timestamp: "2026-06-01T00:00:00Z",
    payload: { type: "storage.disk" },
  };
  it.each([
    [message, "message"],
    [{ ...message, payload: 7 }, "message"],
    [{ ...message, channel: "later" }, "unknown"],
    [{ ...message, id: 7 }, "unknown"],
    [{ type: "subscribed", channels: ["alerts"] }, "subscribed"],
    [{ type: "error", error: { code: "PERMISSION_DENIED" }, status: 403 }, "refused"],
    [null, "unknown"],
  ])("%j is %s", (frame, expected) => {
    expect(frameOf(JSON.stringify(frame)).kind).toBe(expected);
  });

  it("takes a text that is not JSON", () => {
    expect(frameOf("{").kind).toBe("unknown");
  });

  it("waits longer after each failure, half a minute at most", () => {
    expect([0, 1, 4, 20].map(pauseAfter)).toEqual([1000, 2000, 16_000, 30_000]);
  });
});

describe("settings", () => {
  const timeout: Field = { path: "network.requestTimeout", kind: "number", min: 1, max: 3600 };
  const bandwidth: Field = {
    path: "network.maxBandwidth",
    kind: "number",
    min: 65_536,
    max: 1e12,
    zero: true,
  };
  const credit: Field = {
    path: "market.creditLimit",
    kind: "number",
    min: 0,
    max: 1e12,
    nullable: true,
    decimal: true,
  };
  const bytes: Field = {
    path: "standard.quota.bytes",
    kind: "number",
    min: 0,
    nullable: true,
    decimal: true,
    scale: 2 ** 30,
  };
  const settings = {
    network: { requestTimeout: 30, maxBandwidth: 0 },
    market: { creditLimit: null },
    standard: { quota: { bytes: 5 * 2 ** 30 } },
    database: { backupEnabled: false },
  };

  it.each([
    [timeout, "30", undefined],
    [timeout, "0", "range"],
    [timeout, "3601", "range"],
    [timeout, "1.5", "whole"],
    [timeout, "1,5", "number"],
    [timeout, "", "missing"],
    [bandwidth, "0", undefined],
    [bandwidth, "65535", "range"],
    [bandwidth, "65536", undefined],
    [credit, "", undefined],
    [credit, "0.5", undefined],
    [credit, "-1", "range"],
  ])("%o refuses %s", (field, text, expected) => {
    expect(problemOf(text, field)).toBe(expected);
  });

  it("sends only what changes", () => {
    const changes = changesOf(settings, [timeout, bandwidth, credit, bytes], {
      "network.requestTimeout": "30",
      "network.maxBandwidth": "100000",
      "market.creditLimit": "12.5",
      "standard.quota.bytes": "0.1",
    });
    expect(bodyOf(changes)).toEqual({
      network: { maxBandwidth: 100_000 },
      market: { creditLimit: 12.5 },
      standard: { quota: { bytes: 107_374_182 } },
    });
    expect(changes.map(({ before }) => before)).toEqual([0, null, 5 * 2 ** 30]);
  });

  it("restores a default by an empty field", () => {
    const changes = changesOf(settings, [bytes], { "standard.quota.bytes": "" });
    expect(bodyOf(changes)).toEqual({ standard: { quota: { bytes: null } } });
  });

  it("reads switches and choices as the API's types", () => {
    const backup: Field = { path: "database.backupEnabled", kind: "switch" };
    const level: Field = { path: "encryption.minKeyLength", kind: "choice", choices: [128, 192] };
    expect(changesOf(settings, [backup], { "database.backupEnabled": "true" })[0]?.after).toBe(true);
    expect(typedValue("192", level)).toBe(192);
  });

  it("shows bytes in GiB", () => {
    expect(textOf(5 * 2 ** 30, bytes)).toBe("5");
    expect(textOf(null, credit)).toBe("");
  });
});

describe("the audit log's checkpoint", () => {
  const record = {
    format: "lockstep-checkpoint/1",
    installation: "i1",
    at: "2026-06-01T00:00:00.000Z",
    entries: 7,
    head: "aa",
    number: 2,
    previous: null,
  };
  const document = {
    format: record.format,
    key: "k1",
    publicKey: "p",
    signature: "s",
    record: JSON.stringify(record),
  };
  const facts = { installation: "i1", isSigned: true, headHash: "aa" };
  const judge = (over: Partial<Parameters<typeof verdict>[1]>) => verdict(record, { ...facts, ...over });

  it("holds where signature and hash fit", () => {
    expect(judge({})).toEqual({ signature: "holds", head: "holds" });
  });

  it("is broken by another hash, another installation, or a wrong signature", () => {
    expect(judge({ headHash: "bb" }).head).toBe("broken");
    expect(judge({ installation: "i2" }).signature).toBe("broken");
    expect(judge({ isSigned: false }).signature).toBe("broken");
  });

  it("says what it cannot tell", () => {
    expect(judge({ headHash: undefined }).head).toBe("unknown");
    expect(judge({ isSigned: undefined }).signature).toBe("unknown");
  });

  it("reads kept files strictly", () => {
    expect(keptDocument(JSON.stringify(document))?.key).toBe("k1");
    expect(keptDocument("{")).toBeUndefined();
    expect(keptDocument("null")).toBeUndefined();
    expect(keptDocument(JSON.stringify({ ...document, record: "{}" }))).toBeUndefined();
    expect(keptDocument(JSON.stringify({ ...document, key: 7 }))).toBeUndefined();
  });
});

describe("the figures of devices", () => {
  it("are read from metrics, and are 0 where nothing was counted", () => {
    const text = [
      "# HELP lockstep_mqtt_connections connected devices",
      "# TYPE lockstep_mqtt_connections gauge",
      "lockstep_mqtt_connections 2",
      'lockstep_mqtt_messages_total{topic="telemetry"} 12',
      'lockstep_mqtt_messages_total{topic="acks"} 3 1780000000',
      'lockstep_mqtt_messages_dropped_total{reason="size"} 1',
      'lockstep_mqtt_messages_dropped_total{reason="topic"} 4',
      "lockstep_mqtt_connections_denied_totally 9",
      'lockstep_mqtt_connections_denied_total{route="/{id}"} 7',
      "broken",
      "broken value",
    ].join("\n");
    expect(deviceFigures(readMetrics(text))).toEqual({
      connected: 2,
      telemetry: 12,
      reported: 0,
      acknowledged: 3,
      denied: 7,
      foreign: 0,
      dropped: 5,
    });
  });
});

describe("the state of a device of any account", () => {
  const device: Parameters<typeof presenceOf>[0] = { connected: false, revokedAt: null, takesCommands: true };

  it.each<[Partial<typeof device>, string]>([
    [{}, "notConnected"],
    [{ connected: true }, "connected"],
    [{ takesCommands: false }, "noCommands"],
    // The connection of a revoked device ends within a second.
    [{ connected: true, revokedAt: "2026-06-01T00:00:00Z" }, "revoked"],
  ])("%o is %s", (over, expected) => {
    expect(presenceOf({ ...device, ...over })).toBe(expected);
  });
});

describe("the list of backups", () => {
  type List = Parameters<typeof attemptOf>[0];
  const list: List = { backups: [], configured: true, running: false };
  const last = (outcome: "succeeded" | "damaged" | "failed"): Partial<List> => ({
    lastAttempt: { at: "2026-06-01T00:00:00Z", outcome },
  });

  it.each<[Partial<List>, string | undefined]>([
    [{}, undefined],
    [last("succeeded"), undefined],
    [last("failed"), "failed"],
    [last("damaged"), "damaged"],
    [{ ...last("failed"), running: true }, "running"],
    [{ configured: false }, "unconfigured"],
  ])("%o says %s", (over, expected) => {
    expect(attemptOf({ ...list, ...over })).toBe(expected);
  });

  it("does not know the rows of a backup made by hand", () => {
    expect([false, true, null, undefined].map(integrityOf)).toEqual(["good", "bad", "unknown", "unknown"]);
  });
});

describe("health and analytics", () => {
  it("takes samples in order and reads missing figures as null", () => {
    const one = sampleOf(1000, { cpu: 12.5, memory: "x" });
    expect(one).toEqual({ at: 1000, cpu: 12.5, memory: null, storage: null, network: null });
    expect(withSample([one], { ...one, at: 900 })).toEqual([one]);
    const many = Array.from({ length: 400 }, (_, place) => ({ ...one, at: place })).reduce(
      (all, next) => withSample(all, next),
      [] as readonly (typeof one)[],
    );
    expect([many.length, many.at(-1)?.at]).toEqual([360, 399]);
  });

  it("finds the sample of a message, and only that", () => {
    const message = {
      channel: "system-health" as const,
      type: "sample",
      id: "ev_1",
      timestamp: "2026-06-01T00:00:00Z",
      payload: { cpu: 1 },
    };
    expect(sampleIn(message)?.cpu).toBe(1);
    expect(sampleIn({ ...message, type: "later" })).toBeUndefined();
    expect(sampleIn({ ...message, timestamp: "soon" })).toBeUndefined();
  });

  it("names the periods of a range in UTC", () => {
    const now = Date.UTC(2026, 0, 15, 10, 30);
    expect(periodStarts("day", 2, now)).toEqual([Date.UTC(2026, 0, 15, 9), Date.UTC(2026, 0, 15, 10)]);
    expect(periodStarts("week", 2, now)).toEqual([Date.UTC(2026, 0, 14), Date.UTC(2026, 0, 15)]);
    expect(periodStarts("year", 2, now)).toEqual([Date.UTC(2025, 11, 1), Date.UTC(2026, 0, 1)]);
  });
});
