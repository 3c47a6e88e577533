/** The jobs of all accounts, without their contents; and one of the own jobs by its id. */
import type { Result } from "@lockstep/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Badge, Card } from "../../../ui/Card";
import { Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import styles from "../Admin.module.css";
import { Pager } from "../Pager";
import { OwnJob } from "./OwnJob";

type Job = Result<"listJobs">["jobs"][number];

const PAGE = 25;
const REFRESH_MS = 10_000;
const TONES = { running: "info", succeeded: "good", failed: "bad" } as const;

export function Jobs() {
  const texts = useText().admin.jobs;
  return (
    <Page title={texts.title} description={texts.text}>
      <AllJobs />
      <OwnJob />
    </Page>
  );
}

function AllJobs() {
  const texts = useText().admin.jobs;
  const format = useFormats();
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ["admin", "jobs", page],
    queryFn: ({ signal }) => api.administration.listJobs({ page, limit: PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Card title={texts.all} description={texts.allText} flush>
      <Loaded query={list} height={160}>
        {({ jobs, limit, total }) =>
          jobs.length === 0 ? (
            <p className={styles.line}>{texts.none}</p>
          ) : (
            <Table<Job>
              label={texts.all}
              rows={jobs}
              rowKey={(job) => job.jobId}
              footer={total > limit && <Pager page={page} limit={limit} total={total} onPage={setPage} />}
              columns={[
                {
                  key: "job",
                  header: texts.job,
                  cell: (job) => (
                    <>
                      <code>{job.jobId}</code>
                      <span className={styles.second}>{job.kind}</span>
                    </>
                  ),
                },
                {
                  key: "state",
                  header: texts.state,
                  cell: (job) => <Badge tone={TONES[job.status]}>{texts.states[job.status]}</Badge>,
                },
                {
                  key: "account",
                  header: texts.account,
                  wide: true,
                  cell: (job) => <code>{job.accountId}</code>,
                },
                {
                  key: "started",
                  header: texts.started,
                  numeric: true,
                  cell: (job) => format.dateTime(job.startedAt),
                },
                {
                  key: "ended",
                  header: texts.ended,
                  numeric: true,
                  wide: true,
                  cell: (job) => format.dateTime(job.endedAt),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
