/** What the list of backups says. */
import type { Result } from "@lockstep/client";

type List = Result<"listBackups">;

/** `unknown`: the server did not make the backup itself. */
export type Finding = "good" | "bad" | "unknown";

/** Whether the rows of a backup are intact. */
export function integrityOf(damaged: boolean | null | undefined): Finding {
  return damaged === null || damaged === undefined ? "unknown" : damaged ? "bad" : "good";
}

/** Returns what to say first of the backups; undefined if the last attempt succeeded, or there was none. */
export function attemptOf(list: List): "running" | "unconfigured" | "failed" | "damaged" | undefined {
  if (list.running) {
    return "running";
  }
  if (!list.configured) {
    return "unconfigured";
  }
  const outcome = list.lastAttempt?.outcome;
  return outcome === "succeeded" ? undefined : outcome;
}
