/** Texts that several pages of administration share. */
export const common = {
  range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  page: "Page",
  ofPages: (count: string) => `of ${count}`,
  earlier: "Previous page",
  later: "Next page",
  clear: "Clear filters",
  all: "All",
  readOnly: "You are an auditor: you can see everything here, but change nothing.",
  fromAudit: "From the audit log, newest first.",
  connection: { connecting: "connecting", live: "live", lost: "disconnected: trying again" },
} as const;
