import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowSeries, Lockstep, type Series } from "../src/index.js";
import { answer, FakeServer } from "./fake.js";
import { PROGRAM, Server } from "./lockstep.js";
import { bytes, vectors } from "./wasm.js";

const ARROW = "application/vnd.apache.arrow.stream";
const skip = PROGRAM ? false : "skipped: LOCKSTEP_PROGRAM does not name the server's binary";
const START = Date.UTC(2026, 5, 1, 7);
const SERIES = {
  type: "heart_rate",
  unit: "bpm",
  device: "strap",
  timestamps: [START, START],
  values: [61, 62],
};

test("series are the streams of the vectors", async () => {
  type Case = Series & { name: string; timestamps: number[]; body: string };
  const { series, refusals } = await vectors<{ series: Case[]; refusals: Case[] }>("arrow_series");
  assert.ok(series.length > 0 && refusals.length > 0);
  for (const { name, body, ...given } of series) {
    assert.deepEqual(arrowSeries(given), bytes(body), name);
    const dates = given.timestamps.map((time) => new Date(time));
    assert.deepEqual(arrowSeries({ ...given, timestamps: dates }), bytes(body), name);
    const [timestamps, values] = [Float64Array.from(given.timestamps), Float64Array.from(given.values)];
    assert.deepEqual(arrowSeries({ ...given, timestamps, values }), bytes(body), name);
  }
  for (const { name, ...given } of refusals) {
    assert.throws(() => arrowSeries(given), RangeError, name);
  }
});

test("a series with a wrong argument is refused with its place", () => {
  const many = new Float64Array(100_001);
  const rows: [object, RegExp][] = [
    [{ type: "" }, /^RangeError: type is empty/],
    [{ unit: undefined }, /^TypeError: unit must be a string, and is of the type undefined/],
    [{ device: "a\ud800" }, /^RangeError: device has half of a character/],
    [{ values: [61] }, /^RangeError: there are 2 timestamps and 1 values/],
    [{ timestamps: [], values: [] }, /^RangeError: there are 0 points/],
    [{ timestamps: many, values: many }, /^RangeError: there are 100001 points: give 1 to 100000/],
    [{ timestamps: [START, -1] }, /^RangeError: timestamps\[1\] is not a time from 1970/],
    [{ timestamps: [START * 1000, START] }, /^RangeError: timestamps\[0\]/],
    [{ timestamps: [START, START + 0.5] }, /^RangeError: timestamps\[1\]/],
    [{ timestamps: [START, new Date(Number.NaN)] }, /^RangeError: timestamps\[1\]/],
    [{ timestamps: [START, "2026-06-01T07:00:00Z"] }, /^RangeError: timestamps\[1\]/],
    [{ values: [Number.NaN, 61] }, /^RangeError: values\[0\] is not a finite number/],
    [{ values: [61, Number.NEGATIVE_INFINITY] }, /^RangeError: values\[1\]/],
    [{ values: [61, "62"] }, /^RangeError: values\[1\]/],
    [{ values: [61, true] }, /^RangeError: values\[1\]/],
    [{ timestamps: new BigInt64Array(2) }, /^RangeError: timestamps\[0\] .* give numbers/],
    [{ timestamps: undefined }, /^TypeError: timestamps must be an array, and is of the type undefined/],
    [{ timestamps: "12" }, /^TypeError: timestamps must be an array, and is of the type string/],
    [{ values: null }, /^TypeError: values must be an array/],
    [{ values: new Set([61, 62]) }, /^TypeError: values must be an array/],
  ];
  for (const [change, want] of rows) {
    assert.throws(() => arrowSeries({ ...SERIES, ...change } as Series), want);
  }
});

test("a series is sent with its media type and its length", async () => {
  await using server = await FakeServer.start(answer(200, {}));
  const { fitness } = new Lockstep({ baseUrl: server.url, credential: { apiKey: "k" } });
  const data = arrowSeries(SERIES);
  await fitness.uploadPointsContent({ contentType: ARROW, data });
  const headers = server.received[0]?.headers;
  assert.equal(headers?.["content-type"], ARROW);
  assert.equal(headers?.["content-length"], String(data.length));
});

test("a server stores a series, and points with dates", { skip }, async () => {
  await using server = await Server.start();
  const { fitness } = server.client();
  const timestamps = Float64Array.from({ length: 2501 }, (_, nth) => START + nth * 1000);
  const values = timestamps.map((_, nth) => 60.5 + (nth % 90));
  const series = { type: "heart_rate", unit: "bpm", device: "Gürtel ♥" };
  const data = arrowSeries({ ...series, timestamps, values });
  const { processedCount } = await fitness.uploadPointsContent({ contentType: ARROW, data });
  assert.equal(processedCount, 2501);
  const points = Array.from(timestamps, (time, nth) => {
    return { ...series, type: "power", unit: "W", timestamp: new Date(time), value: values[nth]! };
  });
  assert.equal((await fitness.uploadPoints({ data: points })).processedCount, 2501);
  for (const { type, unit } of [series, points[0]!]) {
    let nth = 0;
    for await (const point of fitness.readPointsAll({ type, limit: 1000 })) {
      const { id: _, timestamp, ...rest } = point;
      assert.deepEqual(rest, { type, unit, device: series.device, value: values[nth] });
      assert.equal(Date.parse(timestamp), timestamps[nth]);
      nth += 1;
    }
    assert.equal(nth, 2501);
  }
});
