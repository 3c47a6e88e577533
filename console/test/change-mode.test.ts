import { describe, expect, it } from "vitest";
import { moveSeries, type PointStore, targetsOf } from "../src/pages/privacy/change-mode";

const point = (value: number) => ({
  id: `pt_${value}`,
  timestamp: `2026-01-0${value}T00:00:00Z`,
  type: "weight",
  value,
  unit: "kg",
  device: "Scale",
});

const unstopped = new AbortController().signal;

describe("the change of a mode", () => {
  it("offers the other modes that an upload can name", () => {
    expect(targetsOf({ encryptionMode: null })).toEqual(["Basic", "FHE", "ZK"]);
    expect(targetsOf({ encryptionMode: "FHE" })).toEqual(["Basic", "ZK"]);
  });

  it("uploads each page once, without the ids of the server", async () => {
    const pages = new Map([
      [undefined, { data: [point(1), point(2)], nextCursor: "next" }],
      ["next", { data: [point(3)], nextCursor: null }],
    ]);
    const uploads: Parameters<PointStore["upload"]>[0][] = [];
    const seen: number[] = [];
    const store: PointStore = {
      read: async (cursor) => pages.get(cursor as "next") ?? { data: [] },
      upload: async (body) => uploads.push(body),
    };
    expect(await moveSeries(store, "ZK", (moved) => seen.push(moved), unstopped)).toBe(3);
    expect(seen).toEqual([2, 3]);
    expect(uploads.map((body) => [body.encryptionMode, body.data.map((one) => one.value)])).toEqual([
      ["ZK", [1, 2]],
      ["ZK", [3]],
    ]);
    expect(uploads.flatMap((body) => body.data).some((one) => "id" in one)).toBe(false);
  });

  it("stops at the first page that is not stored, and reads no further", async () => {
    let reads = 0;
    const store: PointStore = {
      read: async () => {
        reads += 1;
        return { data: [point(1)], nextCursor: "next" };
      },
      upload: async () => {
        throw new Error("quota");
      },
    };
    await expect(moveSeries(store, "Basic", () => {}, unstopped)).rejects.toThrow("quota");
    expect(reads).toBe(1);
  });

  it("stops between two pages, and keeps what it has moved", async () => {
    const stop = new AbortController();
    const uploads: number[] = [];
    const store: PointStore = {
      read: async () => ({ data: [point(uploads.length + 1)], nextCursor: "next" }),
      upload: async (body) => uploads.push(body.data.length),
    };
    const progress = (moved: number) => moved === 2 && stop.abort(new Error("stopped"));
    await expect(moveSeries(store, "Basic", progress, stop.signal)).rejects.toThrow("stopped");
    expect(uploads).toEqual([1, 1]);
  });
});
