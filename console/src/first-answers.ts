/** The answers for which a page waits longest: a first load requests them before the files of the page are here. */
import { FIRST_RANGE, metricsQuery } from "./pages/today/metrics-query";

/** Returns the queries of the page of a path. */
export function firstAnswers(path: string) {
  return path === "/today" ? [metricsQuery(FIRST_RANGE)] : [];
}
