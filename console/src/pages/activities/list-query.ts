/** The list of activities in pages. The first load requests the first one while the files of the page load. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";

const PAGE = 50;

/** What the list is restricted to: a sport, the first and the last day. */
export interface ActivityFilter {
  sport?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export function activitiesQuery({ sport, from, to }: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ["activities", "list", sport, from, to],
    queryFn: ({ pageParam, signal }) =>
      api.activities.listActivities(
        {
          limit: PAGE,
          ...(sport && { sport }),
          ...(from && { startDate: from }),
          ...(to && { endDate: to }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
