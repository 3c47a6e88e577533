/** Series with few values a day, such as sleep, or heart rates of workouts only: a longer view shows one value a day. */

/** The values of a bucket. */
export interface Bucket {
  /** The middle of the bucket in milliseconds. */
  at: number;
  count: number;
  mean: number;
  min: number;
  max: number;
}

const DAY_SECONDS = 86_400;
/** Views of a week and longer have larger buckets than this. */
const WEEK_BUCKET_SECONDS = 1500;
/** Views of two weeks and longer have larger buckets than this. */
const LONG_BUCKET_SECONDS = 3000;

/** Returns one value for each day that has any, if buckets would be drawn as scattered dots; otherwise undefined. */
export function daysOf(
  buckets: readonly Bucket[],
  bucketSeconds: number,
  timeZone: string,
): Bucket[] | undefined {
  if (bucketSeconds < WEEK_BUCKET_SECONDS || bucketSeconds >= DAY_SECONDS) {
    return undefined;
  }
  const days = new Map<number, Bucket>();
  const noon = noonIn(timeZone);
  for (const bucket of buckets) {
    const at = noon(bucket.at);
    days.set(at, merged(days.get(at), { ...bucket, at }));
  }
  const each = buckets.length / days.size;
  const isSparse = bucketSeconds >= LONG_BUCKET_SECONDS && each < DAY_SECONDS / bucketSeconds / 2;
  return each === 1 || isSparse ? [...days.values()] : undefined;
}

function merged(day: Bucket | undefined, bucket: Bucket): Bucket {
  if (!day) {
    return bucket;
  }
  const count = day.count + bucket.count;
  return {
    at: day.at,
    count,
    mean: (day.mean * day.count + bucket.mean * bucket.count) / count,
    min: Math.min(day.min, bucket.min),
    max: Math.max(day.max, bucket.max),
  };
}

/** Returns the function that gives the noon of the day of a moment; to the nearest hour where the clock changes. */
function noonIn(timeZone: string): (at: number) => number {
  const date = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "numeric", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", { ...date, ...time, timeZone });
  const noons = new Map<number, number>();
  return (at) => {
    const parts = format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = Object.fromEntries(parts);
    const start = Date.UTC(year, month - 1, day);
    const sinceStart = (hour * 60 + minute) * 60_000;
    // The first bucket of a day decides: the day keeps one noon when its clock changes.
    const noon = noons.get(start) ?? Math.floor(at / 60_000) * 60_000 - sinceStart + DAY_SECONDS * 500;
    noons.set(start, noon);
    return noon;
  };
}
