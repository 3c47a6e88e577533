/** Turns the buckets of the server into the columns of a chart. */
import type { Result } from "@lockstep/client";
import type { Range } from "../../ui/Chart";
import { type Bucket, daysOf } from "./daily";

type Answer = Result<"getSeries">;
type Series = Answer["series"][number];
type Value = number | null;
type Values = Value[];

export interface Columns {
  times: number[];
  mean: Values;
  min: Values;
  max: Values;
  /** Whether each entry is a day of a series with few values a day. */
  isDaily: boolean;
  /** Whether each day has a single value. */
  isSingle: boolean;
}

/** The starts of the buckets of an answer as numbers: a view that moves needs them in every frame. */
const parsedStarts = new WeakMap<readonly string[], readonly number[]>();

function startsOf({ bucketStarts }: Answer): readonly number[] {
  const known = parsedStarts.get(bucketStarts);
  if (known) {
    return known;
  }
  const starts = bucketStarts.map((start) => Date.parse(start));
  parsedStarts.set(bucketStarts, starts);
  return starts;
}

/** A line is broken where values are missing for this many times their usual distance. */
const GAP = 8;

/**
 * Returns the buckets that have values, or the days where a view of buckets would be scattered dots. Where many are
 * missing in a row, an empty entry breaks the line: daily values stay a line at every scale, and a week without
 * recordings stays a gap.
 */
export function columnsOf(answer: Answer, series: Series, convert: (value: number) => number): Columns {
  const buckets = filled(answer, series);
  const days = daysOf(buckets, answer.bucketSeconds, answer.timeZone);
  const columns: Columns = {
    times: [],
    mean: [],
    min: [],
    max: [],
    isDaily: days !== undefined,
    isSingle: days?.every((day) => day.count === 1) ?? false,
  };
  const longest = days ? GAP * DAY_MS : usualDistance(series.count) * GAP * answer.bucketSeconds * 1000;
  const half = days ? DAY_MS / 2 : answer.bucketSeconds * 500;
  let last = Number.POSITIVE_INFINITY;
  for (const { at, mean, min, max } of days ?? buckets) {
    if (at - last > longest + half) {
      add(columns, at - half, null, null, null);
    }
    add(columns, at, convert(mean), convert(min), convert(max));
    last = at;
  }
  return columns;
}

const DAY_MS = 86_400_000;

function add(columns: Columns, at: number, mean: Value, min: Value, max: Value): void {
  columns.times.push(at);
  columns.mean.push(mean);
  columns.min.push(min);
  columns.max.push(max);
}

/** Returns the buckets of a series that have values. */
function filled(answer: Answer, series: Series): Bucket[] {
  const starts = startsOf(answer);
  return series.count.flatMap((count, place) => {
    const [start, mean, min, max] = [starts[place], series.mean[place], series.min[place], series.max[place]];
    return count === 0 || start === undefined || mean == null || min == null || max == null
      ? []
      : [{ at: start + answer.bucketSeconds * 500, count, mean, min, max }];
  });
}

/** Types whose single value of a day is an amount, which begins at zero. */
const AMOUNTS: ReadonlySet<string> = new Set(["steps", "distance", "energy", "sleep_duration"]);

/** How a series is drawn. */
export interface Drawing {
  kind: "line" | "bars";
  /** The size of the points of a line in pixels; undefined where the line decides. */
  pointSize: number | undefined;
}

/** Returns how columns are drawn: amounts of days as bars, other days as a line with points that fit their number. */
export function drawingOf(columns: Columns, type: string): Drawing {
  if (!columns.isDaily) {
    return { kind: "line", pointSize: undefined };
  }
  if (columns.isSingle && AMOUNTS.has(type)) {
    return { kind: "bars", pointSize: undefined };
  }
  const days = ((columns.times.at(-1) ?? 0) - (columns.times[0] ?? 0)) / DAY_MS;
  return { kind: "line", pointSize: days < 180 ? 8 : days < 400 ? 5 : undefined };
}

/** Returns the lower quartile of the distances of buckets with values: sessions with pauses between them stay apart. */
export function usualDistance(counts: readonly number[]): number {
  const filled = counts.flatMap((count, place) => (count > 0 ? [place] : []));
  const distances = filled.slice(1).map((place, index) => place - (filled[index] ?? place));
  distances.sort((one, other) => one - other);
  return distances[distances.length >> 2] ?? 1;
}

export interface Summary {
  min: number | null;
  mean: number | null;
  max: number | null;
  count: number;
}

/** Summarises the buckets within a view. */
export function summary(answer: Answer, series: Series, [from, to]: Range): Summary {
  const result: Summary = { min: null, mean: null, max: null, count: 0 };
  let sum = 0;
  const starts = startsOf(answer);
  series.count.forEach((count, place) => {
    const at = starts[place] ?? Number.NaN;
    const [min, mean, max] = [series.min[place], series.mean[place], series.max[place]];
    if (count === 0 || !(at >= from && at <= to) || min == null || mean == null || max == null) {
      return;
    }
    result.min = Math.min(result.min ?? min, min);
    result.max = Math.max(result.max ?? max, max);
    result.count += count;
    sum += mean * count;
  });
  result.mean = result.count > 0 ? sum / result.count : null;
  return result;
}
