export const backups = {
  title: "Backups",
  text: "Copies of the store that the server makes on its own. To restore a backup, run the program on the server.",
  schedule: "Schedule",
  change: "Change the schedule",
  every: (hours: string) =>
    `Every ${hours} hours the server makes a backup, verifies it, and restores it as a test.`,
  never:
    "Scheduled backups are off. Set backup.directory in the configuration, then turn them on in Settings.",
  byHand: "To make a backup in another folder, run on the server:",
  stored: "Backups on the server",
  storedText: "The folders in backup.directory, newest first. None contains the root key.",
  start: "Back up now",
  started: "The server makes a backup. This can take some minutes.",
  running: "The server is making a backup, verifies it, and restores it as a test.",
  failed: (at: string) => `The last attempt (${at}) failed. The page Alerts and health says why.`,
  damagedAttempt: (at: string) =>
    `The last backup (${at}) has damaged rows. The page Alerts and health says what to do.`,
  unconfigured:
    "No directory for backups is configured. Set backup.directory in the configuration and restart the server.",
  noBackups: "The directory has no backup.",
  name: "Folder",
  tested: "Restored as a test",
  testedNames: { good: "yes", bad: "no", unknown: "no, made by hand" },
  rows: "Rows",
  rowsNames: { good: "intact", bad: "some are damaged", unknown: "not known" },
  size: "Size",
  madeAt: "Made",
  made: "Latest entries about backups",
  none: "The audit log has no entry about a backup.",
} as const;
