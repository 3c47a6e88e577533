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

/** The actions of entries that record a read of the log. */
export const READS = ["audit.read", "read /v1/admin/audit-logs"];

/** Whether the address asks for the entries of reading the log itself. */
export function showsReads({ reads }: AuditSearch): boolean {
  return reads === "shown";
}

/** Whether the address has a filter of the server: the page and the reads are none. */
export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(search).some((name) => name !== "page" && name !== "reads");
}

/** Returns the actions that the server leaves out: those of reading the log, unless the person wants them. */
export function excludedActions(search: AuditSearch): string[] {
  return showsReads(search) ? [] : READS;
}

export const STATUSES = ["success", "warning", "error"] as const;
export const PERIODS = ["day", "week", "month", "year"] as const;
