/** The state of one of the own jobs by its id. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card, Facts, Row } from "../../../ui/Card";
import { TextField } from "../../../ui/Field";
import { Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import { JobProgress } from "./JobProgress";

/** `wanted`: the id of a job to look up at once; empty for none. */
export function OwnJob({ wanted }: { wanted: string }) {
  const t = useText();
  const texts = t.admin.jobs;
  const { say, fail } = useToasts();
  const [id, setId] = useState(wanted);
  const job = useMutation({ mutationFn: (jobId: string) => api.jobs.getJob({ jobId }) });
  const { mutate } = job;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wanted !== "") {
      mutate(wanted);
      form.current?.scrollIntoView({ block: "nearest" });
    }
  }, [wanted, mutate]);
  const cancel = useMutation({
    mutationFn: (jobId: string) => api.jobs.cancelJob({ jobId }),
    onSuccess: () => {
      job.reset();
      queryClient.invalidateQueries({ queryKey: ["admin", "jobs"] });
      say(texts.canceled);
    },
    onError: fail,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    job.mutate(id.trim());
  };
  return (
    <Card title={texts.own} description={texts.ownText}>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <TextField label={texts.jobId} value={id} required onChange={(event) => setId(event.target.value)} />
        <Row>
          <Button type="submit" busy={job.isPending}>
            {texts.look}
          </Button>
          {job.data && (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate(job.data.jobId)}>
              {job.data.status === "running" ? texts.cancel : texts.remove}
            </Button>
          )}
        </Row>
        {job.isError && <Problem error={job.error} />}
        {job.data && (
          <Facts
            rows={[
              [texts.state, texts.states[job.data.status as keyof typeof texts.states] ?? job.data.status],
              ...(job.data.error ? [[texts.error, job.data.error.message] as const] : []),
            ]}
          />
        )}
        {job.data && <JobProgress job={job.data} />}
      </form>
    </Card>
  );
}
