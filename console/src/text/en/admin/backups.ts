export const backups = {
  title: "Backups and jobs",
  text: "Work that the server does on its own. To restore a backup, run the program on the server.",
  schedule: "Schedule",
  change: "Change the schedule",
  every: (hours: string) =>
    `Every ${hours} hours the server makes a backup, verifies it, and restores it as a test.`,
  never:
    "Scheduled backups are off. Set backup.directory in the configuration, then turn them on in Settings.",
  byHand: "To make a backup at any time, run on the server:",
  made: "Latest entries about backups",
  none: "The audit log has no entry about a backup.",
  job: "Job",
  jobText:
    "A job belongs to the account that started it, and is kept for an hour. Look up one of your jobs by its id.",
  jobId: "Id of the job",
  look: "Look up",
  cancel: "Cancel the job",
  remove: "Delete the result",
  canceled: "The job was removed.",
  state: "State",
  states: { running: "running", succeeded: "succeeded", failed: "failed" },
  error: "Error",
} as const;
