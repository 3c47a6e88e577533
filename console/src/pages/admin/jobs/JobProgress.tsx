/** How far a running job is: a bar with words. Nothing where the server does not say it. */
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { Progress } from "../../../ui/State";
import styles from "../Admin.module.css";
import { progressOf } from "./job";

export function JobProgress({ job }: { job: Parameters<typeof progressOf>[0] & { jobId: string } }) {
  const texts = useText().admin.jobs;
  const format = useFormats();
  const known = progressOf(job);
  if (!known) {
    return null;
  }
  const text = texts.progress(format.number(known.done), format.number(known.total));
  return (
    <>
      <Progress label={`${text}: ${job.jobId}`} share={known.share} />
      <span className={styles.second}>{text}</span>
    </>
  );
}
