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
    expect(await moveSeries(store, "ZK", (moved) => seen.push(moved))).toBe(3);
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
    await expect(moveSeries(store, "Basic", () => {})).rejects.toThrow("quota");
    expect(reads).toBe(1);
  });
});
