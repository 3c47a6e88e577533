export const backups = {
  title: "Backups",
  text: "Copies of the store. The server makes them on a schedule or on request here; lockstep backup create makes one by hand, and lockstep backup restore puts one back, both on the server.",
  schedule: "Schedule",
  change: "Change the schedule",
  every: (hours: string) =>
    `Every ${hours} hours the server makes a backup, verifies it, and restores it as a test.`,
  never:
    "Scheduled backups are off. Set backup.directory in the configuration, then turn them on in Settings.",
  commands: "On the server",
  commandsText:
    "Run these commands in a terminal there, with your own path for FOLDER. If serve has the option --config, so must they.",
  byHand: "Make a backup in any folder that does not exist yet. The server can keep running.",
  verify: "Check that a backup can be used. It stays unchanged.",
  restore:
    "Put a backup into an empty data directory while the server is stopped. First put the root key, epochs.json and erased.json into its folder secrets.",
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
  noBackups: "The directory has no backup",
  noBackupsText: "Press “Back up now”, or turn on scheduled backups in Settings.",
  unconfiguredText: "Set backup.directory in the configuration, or make a backup with the command below.",
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
