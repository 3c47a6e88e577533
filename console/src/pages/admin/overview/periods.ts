/** The periods of the analytics: hours of a day, days of a week or month, months of a year, all in UTC. */
import type { RangeName } from "./analytics";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the starts of the last `count` periods in milliseconds, the oldest first; the last one contains `now`. */
export function periodStarts(range: RangeName, count: number, now: number): number[] {
  const places = Array.from({ length: count }, (_, place) => count - 1 - place);
  if (range === "year") {
    const at = new Date(now);
    return places.map((back) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1));
  }
  const step = range === "day" ? HOUR : DAY;
  const last = Math.floor(now / step) * step;
  return places.map((back) => last - back * step);
}
