/** The first answers of pages: a first load requests them before the files of the page are here. */
import { queryClient } from "./api/query";
import { activitiesQuery } from "./pages/activities/list-query";
import { offersQuery } from "./pages/market/queries";
import { FIRST_RANGE, metricsQuery } from "./pages/today/metrics-query";
import { storedSeriesQuery } from "./series";

const REQUESTS: Readonly<Record<string, () => Promise<void>>> = {
  "/today": () => queryClient.prefetchQuery(metricsQuery(FIRST_RANGE)),
  "/activities": () => queryClient.prefetchInfiniteQuery(activitiesQuery({})),
  "/explore": () => queryClient.prefetchQuery(storedSeriesQuery),
  "/marketplace": () => queryClient.prefetchInfiniteQuery(offersQuery),
};

/** Requests what the page of an address shows first. Who shows it sees the errors. */
export function requestFirstAnswers(path: string, search: string): void {
  // With a search, some pages show something else: they ask for it themselves.
  if (search === "") {
    REQUESTS[path]?.();
  }
}
