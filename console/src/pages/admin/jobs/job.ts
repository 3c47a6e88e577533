/** What a job does, and how long it has been doing it. */
import type { Catalogue } from "../../../text";
import { named } from "../../../text/named";

/** Says what the jobs of an area do; nothing for an area without jobs that this page knows. */
export function kindText(kind: string, t: Catalogue): string {
  return named(t.admin.jobs.kindTexts, kind) ?? "";
}

/** How far a running job is, in units of its work; absent or null while the work does not know them. */
interface Progressing {
  status: string;
  progress?: { done: number; total: number } | null | undefined;
}

/** Returns how far a running job is, and the share of it; undefined where the server does not say it. */
export function progressOf({
  status,
  progress,
}: Progressing): { done: number; total: number; share: number } | undefined {
  if (status !== "running" || !progress || progress.total < 1) {
    return undefined;
  }
  const { done, total } = progress;
  return { done, total, share: Math.min(1, done / total) };
}

/** Returns the seconds that a job ran, or has been running at `now`. A clock that is behind makes no age negative. */
export function ageOf(job: { startedAt: string; endedAt?: string | null }, now: number): number {
  const end = job.endedAt ? Date.parse(job.endedAt) : now;
  return Math.max(0, (end - Date.parse(job.startedAt)) / 1000);
}
