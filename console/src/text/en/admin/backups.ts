export const backups = {
  title: "Backups and jobs",
  text: "What the server does on its own. A backup is restored on the server, with the program.",
  schedule: "Schedule",
  change: "Change the schedule",
  every: (hours: string) => `A backup is made every ${hours} hours, verified, and restored on trial.`,
  never:
    "No backups are made on a schedule. Name backup.directory in the configuration, then switch them on at Settings.",
  byHand: "At any time, on the server:",
  made: "Latest entries about backups",
  madeText: "From the audit log, newest first.",
  none: "The audit log has no entry about a backup.",
  job: "Job",
  jobText:
    "A job belongs to the account that started it, and is kept for an hour. Look up one of yours by its id.",
  jobId: "Id of the job",
  look: "Look up",
  cancel: "Cancel the job",
  remove: "Delete its result",
  canceled: "The job was removed.",
  state: "State",
  states: { running: "running", succeeded: "succeeded", failed: "failed" },
  error: "Error",
} as const;
