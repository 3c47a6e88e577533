/** The series that the account has stored, and how they are named. */
import type { Result } from "@lockstep/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api/client";
import type { Catalogue } from "./text";
import { named } from "./text/named";

export type StoredSeries = Result<"listStoredSeries">["series"][number];

/** One page holds the series of almost every account. */
const PAGE = 10_000;

export const storedSeriesQuery = queryOptions({
  queryKey: ["stored-series"],
  queryFn: ({ signal }) => api.fitness.listStoredSeries({ limit: PAGE }, { signal }),
});

/** Returns the name of a type in the person's language, or the type itself in readable words. */
export function seriesName(type: string, t: Catalogue): string {
  const words = type.replaceAll("_", " ").replaceAll(".", " · ");
  return named(t.series, type) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const COLORS: Readonly<Record<string, string>> = {
  heart_rate: "--c-heart",
  resting_heart_rate: "--c-fatigue",
  heart_rate_variability_rmssd: "--c-recovery",
  power: "--c-power",
  speed: "--c-speed",
  distance: "--c-speed",
  cadence: "--c-cadence",
  altitude: "--c-altitude",
  sleep_duration: "--c-sleep",
  steps: "--c-load",
};

/** Returns the design token of a type's colour. */
export function seriesColor(type: string): string {
  return COLORS[type] ?? "--c-other";
}

/** A type with everything that is stored of it. */
export interface StoredType {
  type: string;
  count: number;
  start: number;
  end: number;
}

/** Returns every stored type once, also positions: they can be exported and deleted alone. */
export function typesOf(series: readonly Pick<StoredSeries, "type">[]): string[] {
  return [...new Set(series.map((one) => one.type))].sort();
}

/** Sums the series of each type, the largest first. Positions are left out: they are drawn as tracks. */
export function storedTypes(series: readonly StoredSeries[]): StoredType[] {
  const types = new Map<string, StoredType>();
  for (const one of series) {
    const [start, end] = [Date.parse(one.start), Date.parse(one.end)];
    const known = types.get(one.type);
    types.set(one.type, {
      type: one.type,
      count: (known?.count ?? 0) + one.count,
      start: Math.min(known?.start ?? start, start),
      end: Math.max(known?.end ?? end, end),
    });
  }
  types.delete("latitude");
  types.delete("longitude");
  return [...types.values()].sort((one, other) => other.count - one.count);
}
