/** The filters of the audit log, as the address has them. */
export interface AuditSearch {
  words?: string;
  component?: string;
  user?: string;
  status?: string;
  period?: string;
  /** `shown`: also the entries of reading the log itself. */
  reads?: string;
  page?: string;
}

/** The action of an entry that records a read of the log. */
const READ = "audit.read";

/** Whether the address asks for the entries of reading the log itself. */
export function showsReads({ reads }: AuditSearch): boolean {
  return reads === "shown";
}

/** Whether the address has a filter of the server: the page and the reads are none. */
export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(search).some((name) => name !== "page" && name !== "reads");
}

/** Returns the entries of a page to show: without those of reading the log, unless the person wants them. */
export function shownEntries<Entry extends { action: string }>(
  entries: readonly Entry[],
  withReads: boolean,
): readonly Entry[] {
  return withReads ? entries : entries.filter((entry) => entry.action !== READ);
}

export const STATUSES = ["success", "warning", "error"] as const;
export const PERIODS = ["day", "week", "month", "year"] as const;
