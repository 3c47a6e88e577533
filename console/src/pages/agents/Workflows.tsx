/** The workflows of the account, and the runs that wait for an approval. */
import type { Result } from "@lockstep/client";
import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card, Row } from "../../ui/Card";
import { Empty, Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import styles from "./Agents.module.css";
import { NewWorkflow } from "./NewWorkflow";
import { RunDialog } from "./RunDialog";
import { startRun } from "./start";

export type Run = Result<"getWorkflowRun">;
type RunSummary = Result<"listWorkflowRuns">["runs"][number];

const TONES = {
  running: "info",
  waiting: "warn",
  completed: "good",
  failed: "bad",
  cancelled: "neutral",
} as const;
const REFRESH_MS = 5000;
/** Runs are requested by workflow; runs of the newest workflows are the most likely to wait. */
const FOLLOWED = 8;

export function Workflows() {
  const t = useText();
  const workflows = useQuery({
    queryKey: ["workflows"],
    queryFn: ({ signal }) => api.workflows.listWorkflows({ limit: 100 }, { signal }),
  });
  const names = (workflows.data?.workflows ?? []).flatMap((one) => one.workflowId ?? []);
  const runs = useQueries({
    queries: names.slice(0, FOLLOWED).map((workflowId) => ({
      queryKey: ["workflows", workflowId, "runs"],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.workflows.listWorkflowRuns({ workflowId, limit: 20 }, { signal }),
      refetchInterval: REFRESH_MS,
    })),
  });
  const [shown, setShown] = useState<string>();
  const all = runs
    .flatMap((query, place) => (query.data?.runs ?? []).map((run) => ({ ...run, name: names[place] ?? "" })))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
  return (
    <Page
      title={t.agents.workflows}
      description={t.agents.workflowsText}
      before={<Link to="/agents">{t.agents.title}</Link>}
      actions={<NewWorkflow />}
    >
      <Approvals waiting={all.filter((run) => run.status === "waiting")} onShow={setShown} />
      <List query={workflows} />
      {all.length > 0 && <Runs runs={all} onShow={setShown} />}
      <RunDialog id={shown} onClose={() => setShown(undefined)} />
    </Page>
  );
}

type Named = RunSummary & { name: string };

function Approvals({ waiting, onShow }: { waiting: readonly Named[]; onShow: (id: string) => void }) {
  const t = useText();
  const format = useFormats();
  return waiting.length === 0 ? null : (
    <Card title={t.agents.waiting} description={t.agents.waitingText} flush>
      <ul>
        {waiting.map((run) => (
          <li key={run.runId} className={styles.waiting}>
            <div>
              <p>
                <strong>{run.name}</strong>
              </p>
              <p>{t.agents.startedAt(format.dateTime(run.startedAt))}</p>
            </div>
            <Button look="primary" onClick={() => onShow(run.runId)}>
              {t.agents.decide}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function List({ query }: { query: ReturnType<typeof useQuery<Result<"listWorkflows">>> }) {
  const t = useText();
  const format = useFormats();
  return (
    <Card title={t.agents.workflowList} flush>
      <Loaded query={query} height={160}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <Empty icon="agent" title={t.agents.noWorkflows}>
              {t.agents.noWorkflowsText}
            </Empty>
          ) : (
            <Table
              label={t.agents.workflowList}
              rows={workflows}
              rowKey={(one) => one.workflowId ?? one.updatedAt}
              columns={[
                {
                  key: "name",
                  header: t.agents.workflow,
                  cell: (one) =>
                    one.workflowId ? (
                      <Link to="/agents/workflows/$id" params={{ id: one.workflowId }}>
                        {one.workflowId}
                      </Link>
                    ) : (
                      t.agents.damaged
                    ),
                },
                {
                  key: "enabled",
                  header: t.agents.trigger,
                  wide: true,
                  cell: (one) => (
                    <Badge tone={one.enabled ? "good" : "neutral"}>
                      {one.enabled ? t.agents.enabled : t.agents.disabled}
                    </Badge>
                  ),
                },
                {
                  key: "next",
                  header: t.agents.nextRun,
                  wide: true,
                  cell: (one) => format.dateTime(one.nextRunAt),
                },
                {
                  key: "version",
                  header: t.agents.version,
                  numeric: true,
                  wide: true,
                  cell: (one) => format.number(one.version),
                },
                {
                  key: "run",
                  header: <span className="visually-hidden">{t.agents.run}</span>,
                  numeric: true,
                  cell: (one) => one.workflowId && <Start workflowId={one.workflowId} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function Start({ workflowId }: { workflowId: string }) {
  const t = useText();
  const { say, fail } = useToasts();
  const start = useMutation({
    mutationFn: (dryRun: boolean) => startRun(workflowId, dryRun),
    onSuccess: () => {
      say(t.agents.started);
      queryClient.invalidateQueries({ queryKey: ["workflows", workflowId] });
    },
    onError: fail,
  });
  return (
    <Row end>
      <Button
        small
        look="ghost"
        disabled={start.isPending}
        onClick={() => start.mutate(true)}
        aria-label={`${t.agents.plan}: ${workflowId}`}
      >
        {t.agents.plan}
      </Button>
      <Button
        small
        busy={start.isPending}
        onClick={() => start.mutate(false)}
        aria-label={`${t.agents.run}: ${workflowId}`}
      >
        {t.agents.run}
      </Button>
    </Row>
  );
}

function Runs({ runs, onShow }: { runs: readonly Named[]; onShow: (id: string) => void }) {
  const t = useText();
  const format = useFormats();
  return (
    <Card title={t.agents.runs} flush>
      <Table
        label={t.agents.runs}
        rows={runs}
        rowKey={(run) => run.runId}
        columns={[
          {
            key: "name",
            header: t.agents.workflow,
            cell: (run) => (
              <button type="button" className={styles.run} onClick={() => onShow(run.runId)}>
                {run.name}
              </button>
            ),
          },
          { key: "status", header: t.agents.status, cell: (run) => <RunBadge status={run.status} /> },
          {
            key: "reason",
            header: t.agents.reason,
            wide: true,
            cell: (run) => (run.dryRun ? t.agents.dryRun : run.reason ? t.agents.reasons[run.reason] : ""),
          },
          {
            key: "started",
            header: t.agents.startedHeader,
            wide: true,
            cell: (run) => format.dateTime(run.startedAt),
          },
          { key: "ended", header: t.agents.ended, wide: true, cell: (run) => format.dateTime(run.endedAt) },
        ]}
      />
    </Card>
  );
}

export function RunBadge({ status }: { status: RunSummary["status"] }) {
  const t = useText();
  return <Badge tone={TONES[status]}>{t.agents.runStatuses[status]}</Badge>;
}
