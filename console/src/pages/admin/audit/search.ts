/** The filters of the audit log, as the address has them. */
export interface AuditSearch {
  words?: string;
  component?: string;
  user?: string;
  status?: string;
  period?: string;
  page?: string;
}

export const STATUSES = ["success", "warning", "error"] as const;
export const PERIODS = ["day", "week", "month", "year"] as const;
