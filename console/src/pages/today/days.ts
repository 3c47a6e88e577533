/** The figures that Today computes from the metrics of each day. */
import type { Result } from "@lockstep/client";

export type Metrics = Result<"getMetrics">;
type Row = NonNullable<Metrics["intervals"]>[number];
type Name = Exclude<keyof Row["metrics"], "heartRateZones">;

export type FormWord = "fresh" | "neutral" | "productive" | "strained";

/** Names a form by the usual bands of training stress balance, relative to fitness. */
export function formWord(form: number, fitness: number): FormWord {
  const share = fitness > 0 ? form / fitness : 0;
  switch (true) {
    case share > 0.1:
      return "fresh";
    case share >= -0.1:
      return "neutral";
    case share >= -0.35:
      return "productive";
    default:
      return "strained";
  }
}

/** Returns the values of a metric, day by day; null where a day has none. */
export function column(rows: readonly Row[], name: Name): (number | null)[] {
  return rows.map((row) => row.metrics[name] ?? null);
}

/** The last value of a metric. */
export interface LatestValue {
  value: number;
  /** The start of its day. */
  day: string;
  /** Whether its day is the last one of the period. */
  isToday: boolean;
}

/** Returns the last value that a metric has, and the day of it. */
export function latest(rows: readonly Row[], name: Name): LatestValue | undefined {
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const row = rows[place];
    const value = row?.metrics[name];
    if (row && value !== null && value !== undefined) {
      return { value, day: row.start, isToday: place === rows.length - 1 };
    }
  }
  return undefined;
}

/** Returns the seven days that end with the last day of the metrics, which is today. */
export function weekOf(metrics: Metrics | undefined): Row[] {
  return (metrics?.intervals ?? []).slice(-7);
}

/** Returns the median of the values that exist. */
export function median(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other);
  const middle = Math.floor(known.length / 2);
  const [low, high] = [known[known.length % 2 === 0 ? middle - 1 : middle], known[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** Returns the sum of the values that exist; undefined if there are none. */
export function sum(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0);
}

/** Whether the account has any data in these days. */
export function isEmpty(metrics: Metrics): boolean {
  return (metrics.intervals ?? []).every((row) =>
    Object.entries(row.metrics).every(
      ([name, value]) => name === "heartRateZones" || value === null || value === 0,
    ),
  );
}

/** What Today shows: metrics that wait, that the account has, that it lacks, or that failed. */
export type MetricsState = "loading" | "known" | "empty" | "failed";

/** Returns the state of the metrics. After a failure, those of the range before stay. */
export function stateOf(query: { data: Metrics | undefined; isError: boolean }): MetricsState {
  if (query.data !== undefined) {
    return isEmpty(query.data) ? "empty" : "known";
  }
  return query.isError ? "failed" : "loading";
}

/** Returns the date `days` before a moment, as `2026-06-01` in a time zone; without one, in that of the device. */
export function dayBefore(days: number, now: number, timeZone: string | undefined): string {
  const today =
    timeZone === undefined ? localDay(now) : new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  // Days have 23 or 25 hours where the clock changes: dates are counted in UTC.
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the date of a moment on the device. The first use of `Intl` takes long, and a first load needs this date before. */
function localDay(now: number): string {
  const at = new Date(now);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** Returns the last moment at which an account has data; undefined if it has none. */
export function newestDay(series: readonly { end: string }[]): string | undefined {
  return series
    .map((one) => one.end)
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
}
