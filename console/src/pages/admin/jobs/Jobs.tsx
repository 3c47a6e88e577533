/** The jobs of all accounts, without their contents; and one of the own jobs by its id. */
import type { Result } from "@lockstep/client";
import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { type Formats, useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { accountQuery } from "../../../session";
import { type Catalogue, useText } from "../../../text";
import { named } from "../../../text/named";
import { Button, ButtonLink } from "../../../ui/Button";
import { Badge, Card } from "../../../ui/Card";
import { Empty, Loaded } from "../../../ui/State";
import { type Column, Table } from "../../../ui/Table";
import styles from "../Admin.module.css";
import { Pager } from "../Pager";
import { JobProgress } from "./JobProgress";
import { ageOf, kindText } from "./job";
import { OwnJob } from "./OwnJob";

type Job = Result<"listJobs">["jobs"][number];

const PAGE = 25;
const REFRESH_MS = 10_000;
const TONES = { running: "info", succeeded: "good", failed: "bad" } as const;

export function Jobs() {
  const texts = useText().admin.jobs;
  const [own, setOwn] = useState("");
  return (
    <Page title={texts.title} description={texts.text}>
      <AllJobs onOwn={setOwn} />
      <OwnJob key={own} wanted={own} />
    </Page>
  );
}

/** `onOwn` is called with the id of an own job to look up. */
function AllJobs({ onOwn }: { onOwn: (jobId: string) => void }) {
  const t = useText();
  const texts = t.admin.jobs;
  const format = useFormats();
  const { data: account } = useSuspenseQuery(accountQuery);
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
            <Empty
              icon="clock"
              title={texts.none}
              action={
                <ButtonLink to="/prove" icon="proof">
                  {texts.noneAction}
                </ButtonLink>
              }
            >
              {texts.noneText}
            </Empty>
          ) : (
            <Table<Job>
              label={texts.all}
              rows={jobs}
              rowKey={(job) => job.jobId}
              footer={total > limit && <Pager page={page} limit={limit} total={total} onPage={setPage} />}
              columns={columns(t, format, { id: account.id, onOwn, now: list.dataUpdatedAt })}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

interface Viewer {
  /** The id of the account that reads the page. */
  id: string;
  onOwn: (jobId: string) => void;
  /** The time of the answer, for the ages. */
  now: number;
}

function columns(t: Catalogue, format: Formats, { id, onOwn, now }: Viewer): Column<Job>[] {
  const texts = t.admin.jobs;
  return [
    {
      key: "job",
      header: texts.job,
      cell: (job) => (
        <>
          {named(texts.kinds, job.kind) ?? job.kind}
          <span className={styles.second}>{kindText(job.kind, t)}</span>
          <code className={styles.second}>{job.jobId}</code>
        </>
      ),
    },
    {
      key: "state",
      header: texts.state,
      cell: (job) => (
        <>
          <Badge tone={TONES[job.status]}>{texts.states[job.status]}</Badge>
          <JobProgress job={job} />
          {job.accountId === id ? (
            <div>
              <Button
                small
                look="ghost"
                aria-label={`${texts.acts[job.status]}: ${job.jobId}`}
                onClick={() => onOwn(job.jobId)}
              >
                {texts.acts[job.status]}
              </Button>
            </div>
          ) : (
            <span className={styles.second}>{texts.others[job.status]}</span>
          )}
        </>
      ),
    },
    { key: "account", header: texts.account, wide: true, cell: (job) => <code>{job.accountId}</code> },
    {
      key: "age",
      header: texts.age,
      numeric: true,
      cell: (job) => (
        <>
          {format.ago(job.startedAt, now)}
          <span className={styles.second}>
            {job.endedAt
              ? texts.took(format.duration(ageOf(job, now)))
              : texts.since(format.duration(ageOf(job, now)))}
          </span>
        </>
      ),
    },
    {
      key: "started",
      header: texts.started,
      numeric: true,
      wide: true,
      cell: (job) => format.dateTime(job.startedAt),
    },
  ];
}
