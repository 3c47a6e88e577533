/** Scheduled backups as settings, alert and audit log show them; and the state of a job by its id. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Button, ButtonLink } from "../../../ui/Button";
import { Card, Facts, Row, Stack } from "../../../ui/Card";
import { TextField } from "../../../ui/Field";
import { Loaded, Note, Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import { AuditEntries } from "../AuditEntries";
import { settingsQuery } from "../settings/query";

export function Backups() {
  const t = useText();
  const texts = t.admin.backups;
  return (
    <Page title={texts.title} description={texts.text}>
      <Schedule />
      <AuditEntries words="backup*" title={texts.made} none={texts.none} />
      <JobCard />
    </Page>
  );
}

function Schedule() {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.backups;
  const settings = useQuery(settingsQuery);
  const alerts = useQuery({
    queryKey: ["admin", "alerts", "active", "backup"],
    queryFn: ({ signal }) => api.administration.listAlerts({ status: "active", limit: 100 }, { signal }),
  });
  const failed = alerts.data?.alerts.find((alert) => alert.type === "backup.failed");
  return (
    <Card
      title={texts.schedule}
      actions={
        <ButtonLink to="/admin/settings" small>
          {texts.change}
        </ButtonLink>
      }
    >
      <Loaded query={settings} height={60}>
        {({ database }) => (
          <Stack tight>
            {alerts.isError && <Problem error={alerts.error} retry={() => alerts.refetch()} />}
            {failed && <Note tone="bad">{failed.message}</Note>}
            <Note tone={database.backupEnabled ? "good" : "warn"}>
              {database.backupEnabled ? texts.every(format.number(database.backupInterval)) : texts.never}
            </Note>
            <p className="muted">
              {texts.byHand} <code>lockstep backup create FOLDER</code>
            </p>
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function JobCard() {
  const t = useText();
  const texts = t.admin.backups;
  const { say, fail } = useToasts();
  const [id, setId] = useState("");
  const job = useMutation({ mutationFn: (jobId: string) => api.jobs.getJob({ jobId }) });
  const cancel = useMutation({
    mutationFn: (jobId: string) => api.jobs.cancelJob({ jobId }),
    onSuccess: () => {
      job.reset();
      say(texts.canceled);
    },
    onError: fail,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    job.mutate(id.trim());
  };
  return (
    <Card title={texts.job} description={texts.jobText}>
      <form className={styles.form} onSubmit={submit}>
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
      </form>
    </Card>
  );
}
