export const audit = {
  title: "Audit log",
  text: "Each entry states who did what, and the outcome. Reading the log is recorded too. Entries of the last second may be missing.",
  reload: "Refresh",
  words: "Words",
  wordsHint: "points.upload, or user*",
  component: "Component",
  actor: "Actor",
  actorRole: "Role at that time",
  status: "Outcome",
  statuses: { success: "success", warning: "warning", error: "error" },
  period: "Period",
  periods: { day: "last 24 hours", week: "last 7 days", month: "last 30 days", year: "last 365 days" },
  find: "Find",
  reads: "Show reads of this log",
  readsHidden:
    "Some entries only record that somebody read this log. They are hidden, but the checks of the chain include them.",
  readsShown: "Entries with the action audit.read record that somebody read this log.",
  none: "No entry matches these filters",
  noneText: "An entry must contain all words. “word*” finds every word that starts with “word”.",
  action: "Action",
  details: "Details",
  time: "Time",
  number: "Number in the chain",
  hash: "Hash",
  hashText: "The hash covers this entry and all earlier entries. If one of them changes, the hash changes.",
  previousHash: "Hash of the entry before",
  bodyDigest: "Digest of the content",
  entryCheck: "Checked here",
  entryFindings: { holds: "unchanged", broken: "changed", unknown: "not checked" },
  id: "Entry id",
  metadata: "Metadata",
  chain: "Chain",
  chainText:
    "The hash of each entry covers the entry before it. A signed checkpoint records the newest hash at a point in time.",
  noCheckpoint:
    "No checkpoint has been signed yet. The server signs one for each hour in which an entry was written.",
  signedAt: "Signed",
  covers: "Covers",
  entriesTo: (count: string) => `entries 1 to ${count}`,
  head: "Hash of the last entry",
  key: "Signing key",
  check: "Check this checkpoint",
  save: "Save this checkpoint",
  compare: "Compare with a saved checkpoint",
  newest: "The newest checkpoint",
  kept: "The saved checkpoint",
  noCheckpointFile: "This file is not a checkpoint of an audit log.",
  headFindings: {
    holds: "The log still contains the entry with the signed hash. All entries up to it are unchanged.",
    broken:
      "The entry in the log has a different hash than the checkpoint. The log was changed. Keep this file, and verify the log on the server.",
    unknown:
      "The log does not show this entry. It was cut off, or an erasure removed its text. Verify the log on the server.",
  },
  signatureFindings: {
    holds: "The page verified the signature: a key of this installation signed the checkpoint.",
    broken: "The signature is wrong, or another installation signed the checkpoint.",
    unknown: "The page could not load the checker of signatures.",
  },
  checkPage: "Check the entries of this page up to the checkpoint",
  pageHolds: (total: string, links: string, covered: string) =>
    `The browser computed the hashes of the ${total} entries of this page and of all ${links} entries between them and the checkpoint: they are unchanged and in their place. The checkpoint covers ${covered} of the entries of this page.`,
  pageBroken: (number: string) =>
    `Entry ${number} is not the one that was written: its content, its hash or its place differs. Keep the checkpoint, and verify the log on the server.`,
  pageTooLong:
    "Between this page and the checkpoint are too many entries for the browser. Let the server verify the log, or go to a newer page.",
  pageUnknown: "This browser computes hashes over HTTPS only. Let the server verify the log.",
  verifyAll: "Let the server verify the whole log",
  intact: (entries: string, at: string) =>
    `All ${entries} entries are unchanged and in their place (verified ${at}).`,
  brokenEntry: (number: string, reason: string) =>
    `Entry ${number} is not the one that was written: ${reason}.`,
  erasedEntries: (count: string) =>
    `An erasure removed the text of ${count} of them. Their places in the chain are checked.`,
  checkRest:
    "The browser computes the hash of each entry that it shows, and on request the chain from them to the checkpoint. The server verifies the whole log each hour and on request. To verify it without the server, run:",
} as const;
