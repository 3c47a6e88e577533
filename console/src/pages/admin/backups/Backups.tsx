/** Scheduled backups as settings, alert and audit log show them; and the state of a job by its id. */
import type { Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Button, ButtonLink } from "../../../ui/Button";
import { Badge, Card, Facts, Row, Stack } from "../../../ui/Card";
import { TextField } from "../../../ui/Field";
import { Loaded, Note, Problem } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import { settingsQuery } from "../settings/query";

type Entry = Result<"readAuditLog">["logs"][number];

const PAGE = 10;

export function Backups() {
  const t = useText();
  const texts = t.admin.backups;
  return (
    <Page title={texts.title} description={texts.text}>
      <Schedule />
      <Made />
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

function Made() {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.backups;
  const made = useQuery({
    queryKey: ["admin", "audit", "backups"],
    queryFn: ({ signal }) =>
      api.administration.readAuditLog({ searchQuery: "backup*", limit: PAGE }, { signal }),
  });
  return (
    <Card title={texts.made} description={texts.madeText} flush>
      <Loaded query={made} height={80}>
        {({ logs }) =>
          logs.length === 0 ? (
            <p className={styles.line}>{texts.none}</p>
          ) : (
            <Table
              label={texts.made}
              rows={logs}
              rowKey={(entry) => entry.id}
              columns={[
                {
                  key: "action",
                  header: t.admin.audit.action,
                  cell: (entry: Entry) => (
                    <>
                      {entry.action}
                      <span className={styles.second}>{entry.details}</span>
                    </>
                  ),
                },
                {
                  key: "status",
                  header: t.admin.audit.status,
                  cell: (entry) => (
                    <Badge tone={entry.status === "success" ? "good" : "bad"}>
                      {t.admin.audit.statuses[entry.status]}
                    </Badge>
                  ),
                },
                {
                  key: "time",
                  header: t.admin.audit.time,
                  numeric: true,
                  cell: (entry) => format.dateTime(entry.timestamp),
                },
              ]}
            />
          )
        }
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
