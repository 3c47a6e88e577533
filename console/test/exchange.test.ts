import { describe, expect, it, vi } from "vitest";
import { mergePatch, readObject, writeJson } from "../src/json";
import { blocks, cells, plotted, spans, tableOf } from "../src/pages/agents/markdown";
import { byDay, loadsByDay, monthOf, moved, weeksOf } from "../src/pages/calendar/month";
import { rowsOfColumns } from "../src/pages/datasets/table";
import { isOpen, rowsOf } from "../src/pages/devices/states";
import { actsFor } from "../src/pages/keys/acts";
import {
  daysOf,
  EMPTY_DRAFT,
  firstDraft,
  listingBody,
  restrictionsOf,
  selector,
  seriesKey,
  withLateDraft,
  withListingDraft,
} from "../src/pages/market/draft";
import { kindOf, offerQuery, titleOf } from "../src/pages/market/found";
import {
  accessTime,
  asSentence,
  certifiedSeries,
  mayRefund,
  money,
  purposesOf,
} from "../src/pages/market/offers";
import { type Claim, firstClaim, proofBody, provableDays } from "../src/pages/prove/claim";
import { en } from "../src/text/en";

vi.stubGlobal("location", { origin: "http://localhost" });

describe("JSON that people type", () => {
  it("takes objects only", () => {
    expect(readObject("")).toEqual({});
    expect(readObject('{"kmh": 8.5}')).toEqual({ kmh: 8.5 });
    expect(readObject("[1]")).toBeUndefined();
    expect(readObject("{kmh}")).toBeUndefined();
  });

  it("becomes the smallest merge patch", () => {
    const before = { kmh: 8, display: { light: true, language: "en" }, old: 1 };
    const after = { kmh: 8, display: { light: false, language: "en" }, fan: 2 };
    expect(mergePatch(before, after)).toEqual({ old: null, display: { light: false }, fan: 2 });
    expect(mergePatch(before, before)).toEqual({});
  });

  it("is on one line while it is short", () => {
    expect(writeJson({ kmh: 8 })).toBe('{"kmh":8}');
    expect(writeJson({ text: "x".repeat(80) })).toContain("\n");
  });
});

describe("devices", () => {
  it("are joined from both areas, those with commands first", () => {
    const watch = { id: "a", name: "A watch", type: "watch", status: "active", capabilities: [] } as const;
    const known = { ...watch, id: "b", name: "Treadmill", lastSync: "2026-01-01T00:00:00Z" };
    const controlled = {
      device_id: "b",
      name: "Treadmill",
      device_type: "treadmill",
      status: "offline",
      encryption_mode: "none",
      configuration: {},
      created_at: "2026-01-01T00:00:00Z",
      last_seen: "2026-02-01T00:00:00Z",
    } as const;
    const rows = rowsOf(
      [
        { ...watch, capabilities: [] },
        { ...known, capabilities: [] },
      ],
      [controlled as never],
    );
    expect(rows.map((row) => [row.id, row.takesCommands, row.status, row.lastSeen])).toEqual([
      ["b", true, "offline", "2026-02-01T00:00:00Z"],
      ["a", false, "active", null],
    ]);
  });

  it("have commands that are followed until they end", () => {
    expect(["queued", "delivered", "acknowledged", "expired"].map((status) => isOpen({ status }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("the marketplace", () => {
  it("reads the series of a certificate, and nothing of a broken one", () => {
    const series = [
      { type: "steps", device: "watch", mode: "ZK", points: 3, days: [{}, {}], first: "a", last: "b" },
    ];
    expect(certifiedSeries({ record: JSON.stringify({ series }) })).toEqual([
      { type: "steps", device: "watch", mode: "ZK", points: 3, days: 2, first: "a", last: "b" },
    ]);
    expect(certifiedSeries({ record: "{" })).toEqual([]);
    expect(certifiedSeries(null)).toEqual([]);
  });

  it("says rules and amounts in words", () => {
    expect(accessTime("P30D", en)).toBe("30 days");
    expect(accessTime("P1Y", en)).toBe("12 months");
    expect(accessTime("PT5H", en)).toBe("PT5H");
    expect(purposesOf(["no-export", "purpose:research"])).toEqual(["research"]);
    expect(money(12.5, "EUR", "en")).toBe("€12.50");
    expect(money(3, "??", "en")).toBe("3 ??");
  });

  it("refunds an unused purchase within an hour", () => {
    const purchase = { status: "active", purchasedAt: "2026-01-01T12:00:00Z" } as never;
    expect(mayRefund(purchase, Date.parse("2026-01-01T12:59:00Z"))).toBe(true);
    expect(mayRefund(purchase, Date.parse("2026-01-01T13:01:00Z"))).toBe(false);
  });

  it("writes what a seller chose as a request", () => {
    const draft = { ...EMPTY_DRAFT, series: seriesKey("heart_rate", "watch"), from: "2026-01-01" };
    expect(selector(draft)).toBe("type=heart_rate;device=watch;start=2026-01-01");
    expect(restrictionsOf({ ...draft, purpose: " Sleep research " })).toEqual([
      "aggregate-only",
      "purpose:sleep-research",
    ]);
    expect(restrictionsOf({ ...draft, what: "dataset" })).toEqual([]);
  });

  it("searches with the kind as a further word", () => {
    expect(offerQuery("marathon", "listing")).toBe("marathon listings");
    expect(offerQuery("marathon", "")).toBe("marathon");
    expect(offerQuery("marathon", "<b>")).toBe("marathon");
    expect([kindOf({ kind: "token" }), kindOf({ kind: "new kind" })]).toEqual(["token", "item"]);
  });

  it("names a found offer by its title, else by the begin of its description", () => {
    expect(titleOf({ title: "Rides", description: "of a summer" }, "Dataset")).toBe("Rides");
    expect(titleOf({ title: "", description: " Pulse of a marathon " }, "Measurements")).toBe(
      "Pulse of a marathon",
    );
    expect(titleOf({ title: "", description: "🚴".repeat(81) }, "")).toBe(`${"🚴".repeat(79)}…`);
    expect(titleOf({ title: " ", description: "" }, "Measurements")).toBe("Measurements");
  });

  it("starts the sale of a dataset from the server's draft, whose price may be missing", () => {
    const proposed = {
      dataset_id: "ds_1",
      title: "Walks",
      description: "One row a day",
      currency: "CHF",
      price: 6,
      compared: 3,
      rows: 2,
      access_rules: { duration: "P1Y", allowed_uses: 1000, restrictions: ["no-export"] },
      problems: [],
    };
    const draft = withListingDraft(EMPTY_DRAFT, proposed);
    expect(listingBody(draft)).toEqual({
      dataset_id: "ds_1",
      title: "Walks",
      description: "One row a day",
      price: 6,
      currency: "CHF",
      access_rules: { duration: "P365D", allowed_uses: 1000, restrictions: ["no-export"] },
    });
    expect(withListingDraft({ ...draft, price: 9 }, { ...proposed, price: null }).price).toBe(9);
    expect(firstDraft("ds_1", proposed)).toEqual(draft);
    const chosen = firstDraft("ds_1", undefined);
    expect(chosen).toEqual({ ...EMPTY_DRAFT, what: "dataset", dataset: "ds_1" });
    expect(firstDraft("", undefined)).toBe(EMPTY_DRAFT);
    // The draft may arrive after the seller has gone on.
    const late = { ...chosen, currency: "CHF", title: "My walks" };
    expect(withLateDraft(late, proposed)).toEqual({ ...draft, title: "My walks" });
    for (const other of [
      { ...late, dataset: "ds_2" },
      { ...late, currency: "EUR" },
    ]) {
      expect(withLateDraft(other, proposed)).toBe(other);
    }
    expect(["P2W", "P3M", "PT5H", "P"].map(daysOf)).toEqual([14, 90, undefined, undefined]);
    expect(asSentence("the dataset has no data yet")).toBe("The dataset has no data yet.");
  });
});

describe("answers of agents", () => {
  it("are divided into blocks", () => {
    const text = "2 devices:\n\n| id | name |\n| --- | --- |\n| 1 | a \\| b |\n\n## More\n- one\n- two";
    expect(blocks(text)).toEqual([
      { kind: "text", text: "2 devices:" },
      { kind: "table", header: ["id", "name"], rows: [["1", "a | b"]] },
      { kind: "heading", text: "More" },
      { kind: "list", items: ["one", "two"] },
    ]);
    expect(cells("| a | |")).toEqual(["a", ""]);
    expect(spans("use `keys.rotate` **now**")).toEqual([
      { text: "use " },
      { text: "keys.rotate", look: "code" },
      { text: " " },
      { text: "now", look: "strong" },
    ]);
  });

  it("become a chart where a table has numbers over time", () => {
    const rows = ["04", "03", "02", "01"].map((day, place) => [`2026-01-${day}`, String(place)]);
    expect(plotted(["day", "steps"], rows)?.values).toEqual([3, 2, 1, 0]);
    expect(plotted(["day", "steps"], rows.slice(1))).toBeUndefined();
    expect(
      plotted(
        ["name", "steps"],
        rows.map(([, steps]) => ["a", steps ?? ""]),
      ),
    ).toBeUndefined();
  });

  it("become a table where JSON has a list of objects", () => {
    expect(tableOf('{"total": 1, "devices": [{"id": "a", "seen": null}]}')).toEqual({
      header: ["id", "seen"],
      rows: [["a", "–"]],
    });
    expect(tableOf('{"withdrawn": true}')).toBeUndefined();
    expect(tableOf("{")).toBeUndefined();
  });
});

describe("claims", () => {
  const claim: Claim = {
    metric: "sleepDuration",
    start: "2026-01-01",
    end: "2026-01-07",
    min: "7.5",
    max: "",
    audience: "",
    nonce: "",
    until: "",
  };

  it("send bounds in the unit of the API, and leave out what is empty", () => {
    expect(proofBody(claim)).toEqual({
      startDate: "2026-01-01",
      endDate: "2026-01-07",
      statement: { metric: "sleepDuration", min: 27_000 },
    });
  });

  it("are offered over days that are provable and over", () => {
    const stored = (type: string, encryptionMode: "ZK" | null, start: string, end: string) => ({
      type,
      encryptionMode,
      start: `${start}T06:00:00.000Z`,
      end: `${end}T06:00:00.000Z`,
      count: 7,
      device: "a watch",
      keyId: null,
    });
    const series = [
      stored("steps", "ZK", "2026-01-01", "2026-01-20"),
      stored("steps", "ZK", "2025-12-30", "2026-01-02"),
      stored("sleep_duration", null, "2026-01-01", "2026-01-20"),
      stored("resting_heart_rate", "ZK", "2026-01-12", "2026-01-20"),
      stored("power", "ZK", "2026-01-01", "2026-01-05"),
    ];
    const provable = provableDays(series, "2026-01-11");
    expect(provable).toEqual({ steps: { first: "2025-12-30", last: "2026-01-11" } });
    expect(firstClaim("steps", { first: "2025-12-30", last: "2026-01-11" })).toEqual({
      metric: "steps",
      start: "2026-01-05",
      end: "2026-01-11",
    });
    expect(firstClaim("steps", { first: "2026-01-10", last: "2026-01-11" }).start).toBe("2026-01-10");
  });
});

describe("tables, keys and months", () => {
  it("turns columns into rows", () => {
    expect(rowsOfColumns({ data: { a: [1, null], b: ["x", "y"] } })).toEqual({
      columns: ["a", "b"],
      rows: [
        { number: 0, cells: ["1", "x"] },
        { number: 1, cells: ["", "y"] },
      ],
    });
    expect(rowsOfColumns(undefined).rows).toEqual([]);
  });

  it("offers to revoke a key until it is revoked", () => {
    expect(actsFor("active", true)).toEqual(["rotate", "suspend", "revoke", "destroy"]);
    expect(actsFor("revoked", false)).toEqual(["destroy"]);
    expect(actsFor("pending_destruction", false)).toEqual(["keep"]);
  });

  it("has whole weeks from Monday", () => {
    const weeks = weeksOf("2026-11");
    expect(weeks[0]?.[0]).toBe("2026-10-26");
    expect(weeks.at(-1)?.[6]).toBe("2026-12-06");
    expect(monthOf("2026-13", "2026-11-26")).toBe("2026-11");
    expect(moved("2026-12", 1)).toBe("2027-01");
  });

  it.each([
    ["UTC", "2026-11-02"],
    ["Pacific/Auckland", "2026-11-03"],
    ["Pacific/Kiritimati", "2026-11-03"],
    ["America/Los_Angeles", "2026-11-02"],
  ])("groups activities and loads by the day in %s", (zone, day) => {
    expect([...byDay([{ start: "2026-11-02T12:00:00Z" }], zone).keys()]).toEqual([day]);
  });

  it.each([
    // The local day from midnight to midnight.
    ["Pacific/Auckland", "2026-11-02T11:00:00Z", "2026-11-03T10:59:59.999Z", "2026-11-03"],
    ["Etc/GMT+12", "2026-11-02T12:00:00Z", "2026-11-03T11:59:59.999Z", "2026-11-02"],
    ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999Z", "2026-10-25"],
  ])("has the load of a day of %s on its date", (zone, start, end, day) => {
    const rows = [
      { start, end, metrics: { trainingLoad: 42 } },
      { start, end, metrics: { trainingLoad: null } },
    ];
    expect([...loadsByDay(rows, zone)]).toEqual([[day, 42]]);
  });
});
