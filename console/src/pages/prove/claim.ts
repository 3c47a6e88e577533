/** A claim about days: the possible claims, and the request for one. */
import type { Body } from "@lockstep/client";
import type { StoredSeries } from "../../series";

/** The metrics that can be claimed: their series, the unit that people type, and how much of the API's unit it is. */
export const METRICS = {
  restingHeartRate: { series: "resting_heart_rate", unit: "bpm", factor: 1 },
  hrvRmssd: { series: "heart_rate_variability_rmssd", unit: "ms", factor: 1 },
  sleepDuration: { series: "sleep_duration", unit: "h", factor: 3600 },
  steps: { series: "steps", unit: "", factor: 1 },
} as const;
export type Metric = keyof typeof METRICS;

/** The days of which a metric is stored in the mode Provable. */
export interface ProvableDays {
  first: string;
  last: string;
}

/** Returns the metrics that can be claimed: metrics with days that are stored in the mode Provable and are over. */
export function provableDays(
  series: readonly StoredSeries[],
  yesterday: string,
): Partial<Record<Metric, ProvableDays>> {
  const found: Partial<Record<Metric, ProvableDays>> = {};
  for (const metric of Object.keys(METRICS) as Metric[]) {
    const stored = series.filter((one) => one.encryptionMode === "ZK" && one.type === METRICS[metric].series);
    const first = stored.map((one) => one.start.slice(0, 10)).sort()[0];
    const last =
      stored
        .map((one) => one.end.slice(0, 10))
        .sort()
        .at(-1) ?? "";
    if (first !== undefined && first <= yesterday) {
      found[metric] = { first, last: last < yesterday ? last : yesterday };
    }
  }
  return found;
}

/** Returns a first claim over a metric: its newest week. */
export function firstClaim(
  metric: Metric,
  { first, last }: ProvableDays,
): Pick<Claim, "metric" | "start" | "end"> {
  const week = new Date(Date.parse(`${last}T00:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10);
  return { metric, start: week > first ? week : first, end: last };
}

export interface Claim {
  metric: Metric;
  start: string;
  end: string;
  min: string;
  max: string;
  audience: string;
  nonce: string;
  /** The last day of its validity; empty for no end. */
  until: string;
}

/** Returns the request for a claim. Empty bounds are left out: the claim then is that a value exists. */
export function proofBody(claim: Claim): Body<"proveDays"> {
  const { factor } = METRICS[claim.metric];
  return {
    startDate: claim.start,
    endDate: claim.end,
    statement: {
      metric: claim.metric,
      ...(claim.min !== "" && { min: Number(claim.min) * factor }),
      ...(claim.max !== "" && { max: Number(claim.max) * factor }),
    },
    ...(claim.audience && { audience: claim.audience }),
    ...(claim.nonce && { nonce: claim.nonce }),
    ...(claim.until && { expiresAt: `${claim.until}T23:59:59Z` }),
  };
}
