/** The days that Today shows. The first load requests them while the files of the page load. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { dayBefore } from "./days";

const METRICS = [
  "trainingLoad",
  "acuteLoad",
  "chronicLoad",
  "trainingStressBalance",
  "recoveryScore",
  "restingHeartRate",
  "hrvRmssd",
  "sleepDuration",
  "steps",
  "heartRateZones",
].join();

/** The numbers of days that a person can choose. */
export const RANGES = ["42", "90", "180"] as const;
export type Range = (typeof RANGES)[number];
export const FIRST_RANGE: Range = "90";

/** The metrics of each of the last `range` days. */
export function metricsQuery(range: Range) {
  return queryOptions({
    queryKey: ["metrics", "days", range],
    queryFn: ({ signal }) => {
      const startDate = dayBefore(Number(range) - 1, Date.now(), undefined);
      const endDate = dayBefore(0, Date.now(), undefined);
      return api.fitness.getMetrics({ startDate, endDate, interval: "day", metrics: METRICS }, { signal });
    },
    staleTime: 5 * 60_000,
  });
}
