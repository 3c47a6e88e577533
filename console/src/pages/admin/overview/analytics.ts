/** The figures of the installation over a range of time. */
import type { Result } from "@lockstep/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../api/client";

export type Analytics = Result<"getAnalytics">;

export const RANGES = ["day", "week", "month", "year"] as const;
export type RangeName = (typeof RANGES)[number];

export const analyticsQuery = (dateRange: RangeName) =>
  queryOptions({
    queryKey: ["admin", "analytics", dateRange],
    queryFn: ({ signal }) =>
      api.administration.getAnalytics(
        { filters: { dateRange, dataType: "all", view: "detailed" } },
        { signal },
      ),
  });
