/** Turns the buckets of the server into the columns of a chart. */
import type { Result } from "@lockstep/client";
import type { Range } from "../../ui/Chart";

type Answer = Result<"getSeries">;
type Series = Answer["series"][number];
type Values = (number | null)[];

export interface Columns {
  times: number[];
  mean: Values;
  min: Values;
  max: Values;
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
 * Returns the buckets that have values. Where many are missing in a row, an empty entry breaks the line: daily values
 * stay a line at every scale, and a week without recordings stays a gap.
 */
export function columnsOf(answer: Answer, series: Series, convert: (value: number) => number): Columns {
  const half = answer.bucketSeconds * 500;
  const columns: Columns = { times: [], mean: [], min: [], max: [] };
  const usual = usualDistance(series.count);
  let last = -1;
  const add = (at: number, mean: number | null, min: number | null, max: number | null) => {
    const written = (value: number | null) => (value === null ? null : convert(value));
    columns.times.push(at);
    columns.mean.push(written(mean));
    columns.min.push(written(min));
    columns.max.push(written(max));
  };
  const starts = startsOf(answer);
  series.count.forEach((count, place) => {
    const start = starts[place];
    if (count === 0 || start === undefined) {
      return;
    }
    const at = start + half;
    if (last >= 0 && place - last > usual * GAP) {
      add(at - half, null, null, null);
    }
    add(at, series.mean[place] ?? null, series.min[place] ?? null, series.max[place] ?? null);
    last = place;
  });
  return columns;
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
