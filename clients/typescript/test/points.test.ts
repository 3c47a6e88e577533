import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point, PointUpload } from "../src/index.js";
import { pointsJson } from "../src/points.js";

const START = Date.UTC(2026, 5, 1, 7);
const point: Point = {
  timestamp: new Date(START),
  type: "heart_rate",
  value: 61,
  unit: "bpm",
  device: "strap",
};

/** Compares the body with that of `JSON.stringify`; the fields of a point may be in another order. */
function sameAsStringify(data: unknown[], rest: Partial<PointUpload> = {}): void {
  const upload = { ...rest, data } as PointUpload;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(pointsJson(upload));
  assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(upload)));
}

/** Points that differ from the usual one in these fields, in pairs, so that one follows another of its kind. */
function variants(name: string, values: unknown[]): unknown[] {
  return values.flatMap((value) => [
    { ...point, [name]: value },
    { ...point, [name]: value },
  ]);
}

test("dates and texts of every kind are those of JSON", () => {
  const times = [0, 1, 999, 59_999, 60_000, 86_399_999, -1, -62_198_755_200_000, 8.64e15, -8.64e15];
  sameAsStringify(variants("timestamp", [...times.map((time) => new Date(time)), new Date(Number.NaN)]));
  for (const step of [347, 61_000, 40_000_347, -86_400_000]) {
    sameAsStringify(
      Array.from({ length: 3000 }, (_, nth) => ({ ...point, timestamp: new Date(START + nth * step) })),
    );
  }
  const texts = [
    "2026-06-01T07:00:00Z",
    "2026-06-01T07:00:01Z",
    "",
    "é",
    'a"b',
    "a\\b",
    "\n",
    "x".repeat(50),
  ];
  sameAsStringify(variants("timestamp", texts));
  sameAsStringify([
    point,
    { ...point, timestamp: "2026-06-01T07:00:00.000Z" },
    point,
    { ...point, timestamp: "x" },
  ]);
  for (const name of ["type", "unit", "device"]) {
    sameAsStringify(variants(name, ["", "é😀\ud800", '"\\', "\u2028\u0000", "x".repeat(3000), "strap"]));
  }
});

test("dates with a text of their own are those of JSON", () => {
  class Zoned extends Date {
    override toISOString(): string {
      return super.toISOString().replace("Z", "+00:00");
    }
  }
  class Odd extends Date {
    override toJSON(): string {
      return 'a"b';
    }
  }
  const own = Object.assign(new Date(START), { toISOString: () => "own" });
  for (const date of [new Zoned(START), new Odd(START), own]) {
    const timestamp = new Zoned(START + 3_600_000);
    sameAsStringify([
      point,
      ...variants("timestamp", [date, timestamp]),
      { ...point, timestamp: date },
      point,
    ]);
  }
  class Moved extends Date {
    override getTime(): number {
      return 0;
    }
  }
  sameAsStringify([point, ...variants("timestamp", [new Moved(START)])]);
});

test("numbers of every kind are those of JSON", () => {
  const numbers = [
    0,
    -0,
    1,
    9,
    10,
    99,
    100,
    999,
    1000,
    -1,
    60.5,
    1e21,
    5e-324,
    Number.MAX_VALUE,
    -1 / 3,
    2 ** 53,
  ];
  sameAsStringify(variants("value", [...numbers, Number.NaN, Number.POSITIVE_INFINITY]));
});

test("values of other types, absent and more fields are those of JSON", () => {
  for (const name of Object.keys(point)) {
    sameAsStringify(variants(name, [undefined, null, 7, "7", true, {}, [], [1], { toJSON: () => 1 }]));
  }
  const { device: _, ...missing } = point;
  class Measured {
    timestamp = point.timestamp;
    type = "steps";
    unit = "count";
    device = "strap";
    value = 1;
    toJSON() {
      return "mine";
    }
  }
  const more = { ...point, confidence: 0.5, id: "pt_1", metadata: { notes: "after\nbreakfast" } };
  const others = [missing, { ...missing, other: 1 }, more, new Measured(), { ...point, toJSON: () => 2 }];
  sameAsStringify([
    point,
    ...others,
    point,
    undefined,
    null,
    3,
    "x",
    [],
    () => 1,
    Object.create(point),
    point,
  ]);
  // biome-ignore lint/suspicious/noSparseArray: JSON writes null for a hole.
  sameAsStringify([point, , point]);
  assert.throws(() => pointsJson({ data: [{ ...point, value: 1n as unknown as number }] }), TypeError);
});

test("series that take turns are those of JSON", () => {
  const timestamps = [
    new Date(START),
    "2026-06-01T07:00:00Z",
    new Date(START + 1),
    "2026-06-01T07:00:00.000Z",
  ];
  for (const series of [2, 8, 9, 20]) {
    sameAsStringify(
      Array.from({ length: 100 }, (_, nth) => {
        const timestamp = timestamps[Math.floor(nth / series) % 4];
        return {
          ...point,
          timestamp,
          device: `strap ${nth % series}`,
          ...(nth % 13 > 8 && { confidence: nth / 100 }),
        };
      }),
    );
  }
});

test("a body has its other fields, and none that is undefined", () => {
  sameAsStringify([]);
  sameAsStringify([point], { encryptionMode: "Basic", chunkSize: 1024 });
  sameAsStringify([point], { encryptionMode: null, chunkSize: undefined } as object);
});

test("a body that is longer than expected grows", () => {
  const device = "é".repeat(250);
  sameAsStringify(Array.from({ length: 3000 }, (_, nth) => ({ ...point, device, value: nth / 7 })));
});
