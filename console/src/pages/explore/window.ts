/** The part of the data that a view requests, so that panning needs no request at each step. */
import type { Range } from "../../ui/Chart";

/** The maximum number of buckets of one answer. */
export const BUCKETS = 2000;
const SHORTEST_MS = 10_000;
const LONGEST_MS = 80 * 365 * 86_400_000;

/**
 * Returns a range of three steps around the view, where a step is the next power of two of its length. Views that
 * differ by less than a step share the range, and so its answer in the cache.
 */
export function windowOf([from, to]: Range): Range {
  const step = 2 ** Math.ceil(Math.log2(Math.max(to - from, SHORTEST_MS)));
  const start = Math.floor((from - step / 2) / step) * step;
  return [start, start + 3 * step];
}

/** Keeps a view between ten seconds and eighty years, and away from times that no calendar has. */
export function clamped([from, to]: Range, now: number): Range {
  const span = Math.min(Math.max(to - from, SHORTEST_MS), LONGEST_MS);
  const middle = Math.min(Math.max((from + to) / 2, -LONGEST_MS / 4), now + 366 * 86_400_000);
  return [middle - span / 2, middle + span / 2];
}

/** Moves a view by a share of its length. */
export function shifted([from, to]: Range, share: number): Range {
  const by = (to - from) * share;
  return [from + by, to + by];
}

/** Makes a view longer around its middle. */
export function scaled([from, to]: Range, factor: number): Range {
  const grow = ((to - from) * (factor - 1)) / 2;
  return [from - grow, to + grow];
}

/** Reads a view from an address; undefined if it names none. */
export function parsedRange(from: string | undefined, to: string | undefined): Range | undefined {
  const [start, end] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  return Number.isNaN(start) || Number.isNaN(end) || start >= end ? undefined : [start, end];
}
