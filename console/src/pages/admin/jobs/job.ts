/** What a job does, and how long it has been doing it. */
import type { Catalogue } from "../../../text";
import { named } from "../../../text/named";

/** Says what the jobs of an area do; nothing for an area without jobs that this page knows. */
export function kindText(kind: string, t: Catalogue): string {
  return named(t.admin.jobs.kindTexts, kind) ?? "";
}

/** Returns the seconds that a job ran, or has been running at `now`. A clock that is behind makes no age negative. */
export function ageOf(job: { startedAt: string; endedAt?: string | null }, now: number): number {
  const end = job.endedAt ? Date.parse(job.endedAt) : now;
  return Math.max(0, (end - Date.parse(job.startedAt)) / 1000);
}
