/** A workflow as a drawing: change it, save it, and follow its runs on it. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { api } from "../../../api/client";
import { failure, queryClient } from "../../../api/query";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card, Row, Stack } from "../../../ui/Card";
import { SelectField } from "../../../ui/Field";
import { useUnsavedWarning } from "../../../ui/leave";
import { Loaded, Loading, Note, Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import { Decide, FOLLOW_MS, isOpen } from "../RunDialog";
import { startRun } from "../start";
import { RunBadge } from "../Workflows";
import { AddTool } from "./AddTool";
import styles from "./Canvas.module.css";
import { type Graph, problemOf, type Run, type Step, type Workflow } from "./graph";
import { Inspector } from "./Inspector";
import { toolsQuery } from "./tools";

// The drawing library is loaded only with a workflow.
const Canvas = lazy(() => import("./Canvas").then(({ Canvas }) => ({ default: Canvas })));
const route = getRouteApi("/shell/agents/workflows/$id");
const NO_STEPS: ReadonlyMap<string, Step> = new Map();
const RUNS = 20;

export function WorkflowPage() {
  const t = useText();
  const { id } = route.useParams();
  const workflow = useQuery({
    queryKey: ["workflow", id],
    queryFn: ({ signal }) => api.workflows.getWorkflow({ workflowId: id }, { signal }),
    // A change of the person is not replaced by an answer that arrives later.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Page
      full
      title={id}
      description={workflow.data?.graph.description}
      before={<Link to="/agents/workflows">{t.nav.workflows}</Link>}
    >
      <Loaded query={workflow} height={480}>
        {(stored) => <Editor key={stored.version} stored={stored} />}
      </Loaded>
    </Page>
  );
}

function Editor({ stored }: { stored: Workflow }) {
  const t = useText();
  const [graph, setGraph] = useState<Graph>(stored.graph);
  const [selected, select] = useState<string>();
  const { run, picker } = useRun(stored.workflowId);
  const tools = useQuery({ ...toolsQuery, enabled: selected !== undefined });
  const { save, problem } = useSave(stored, graph);
  const change = (next: Graph) => {
    setGraph(next);
    save.reset();
  };
  const steps = useMemo(() => (run ? new Map(run.steps.map((step) => [step.node, step])) : NO_STEPS), [run]);
  const node = graph.nodes.find((one) => one.id === selected);
  const isChanged = graph !== stored.graph;
  useUnsavedWarning(isChanged, t.actions.leaveUnsaved);
  return (
    <>
      {save.isError && <Problem error={save.error} />}
      <div className={styles.editor}>
        <Card
          title={t.workflow.version(stored.version)}
          description={isChanged ? t.workflow.unsaved : t.workflow.help}
          flush
          actions={
            <>
              <AddTool
                graph={graph}
                after={selected}
                onAdd={(grown, id) => {
                  change(grown);
                  select(id);
                }}
              />
              {isChanged && <Button onClick={() => change(stored.graph)}>{t.workflow.discard}</Button>}
              <Button
                look="primary"
                disabled={!isChanged}
                busy={save.isPending}
                onClick={() => save.mutate(graph)}
              >
                {t.actions.save}
              </Button>
            </>
          }
        >
          <Suspense fallback={<Loading height={480} />}>
            <Canvas
              graph={graph}
              steps={steps}
              problems={problem?.nodes ?? []}
              selected={selected}
              onSelect={select}
              onChange={change}
            />
          </Suspense>
        </Card>
        <div className={styles.side}>
          {node && (
            <Inspector
              key={node.id}
              graph={graph}
              node={node}
              step={steps.get(node.id)}
              problem={problem?.nodes.includes(node.id) ? problem : undefined}
              tools={tools.data ?? []}
              onChange={change}
            />
          )}
          <RunCard workflow={stored} run={run} isChanged={isChanged} picker={picker} />
        </div>
      </div>
    </>
  );
}

/** Saves the graph as the next version, and finds the nodes that a refusal is about. */
function useSave(stored: Workflow, graph: Graph) {
  const t = useText();
  const { say } = useToasts();
  const { workflowId, enabled, version: baseVersion } = stored;
  const save = useMutation({
    mutationFn: (changed: Graph) =>
      api.workflows.replaceWorkflow({ workflowId }, { graph: changed, enabled, baseVersion }),
    onSuccess: (next) => {
      say(t.workflow.saved);
      queryClient.setQueryData(["workflow", workflowId], next);
      queryClient.invalidateQueries({ queryKey: ["workflows"] });
    },
  });
  const problem = useMemo(() => {
    if (!save.isError) {
      return undefined;
    }
    const { parameter, message } = failure(save.error);
    return problemOf(parameter, message, graph);
  }, [save.isError, save.error, graph]);
  return { save, problem };
}

/** Follows the chosen run of a workflow; without a choice, the newest. */
function useRun(workflowId: string) {
  const t = useText();
  const format = useFormats();
  const [chosen, choose] = useState<string>();
  const runs = useQuery({
    queryKey: ["workflows", workflowId, "runs"],
    queryFn: ({ signal }) => api.workflows.listWorkflowRuns({ workflowId, limit: RUNS }, { signal }),
  });
  const list = runs.data?.runs ?? [];
  const runId = chosen ?? list[0]?.runId;
  const run = useQuery({
    queryKey: ["runs", runId],
    queryFn: ({ signal }) => api.workflows.getWorkflowRun({ runId: runId ?? "" }, { signal }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (isOpen(state.data) ? FOLLOW_MS : false),
  });
  const picker = {
    choose,
    field: list.length > 0 && (
      <SelectField
        label={t.workflow.shownRun}
        value={runId ?? ""}
        onChange={({ target }) => choose(target.value)}
      >
        {list.map((one) => (
          <option key={one.runId} value={one.runId}>
            {format.dateTime(one.startedAt)} · {t.agents.runStatuses[one.status]}
          </option>
        ))}
      </SelectField>
    ),
  };
  return { run: run.data, picker };
}

interface RunCardProps {
  workflow: Workflow;
  run: Run | undefined;
  isChanged: boolean;
  picker: ReturnType<typeof useRun>["picker"];
}

/** Starts a run, and shows the state of the followed run. */
function RunCard({ workflow, run, isChanged, picker }: RunCardProps) {
  const t = useText();
  const { fail } = useToasts();
  const start = useMutation({
    mutationFn: (dryRun: boolean) => startRun(workflow.workflowId, dryRun),
    onSuccess: async ({ runId }) => {
      await queryClient.invalidateQueries({ queryKey: ["workflows", workflow.workflowId] });
      picker.choose(runId);
    },
    onError: fail,
  });
  return (
    <Card
      title={t.agents.runs}
      description={isChanged ? t.workflow.runsSaved : undefined}
      actions={run && <RunBadge status={run.status} />}
    >
      <Stack>
        {picker.field || <p className="muted">{t.workflow.noRuns}</p>}
        {run?.dryRun && <p className="muted">{t.workflow.planned}</p>}
        {run && run.version !== workflow.version && <Note>{t.workflow.otherVersion(run.version)}</Note>}
        {run?.waitingFor && <Note tone="warn">{run.waitingFor}</Note>}
        {run?.error && <Note tone="bad">{run.error}</Note>}
        {run && isOpen(run) && (
          <Row>
            <Decide of={run} />
          </Row>
        )}
        <Row>
          <Button onClick={() => start.mutate(true)} disabled={start.isPending}>
            {t.agents.plan}
          </Button>
          <Button onClick={() => start.mutate(false)} disabled={start.isPending}>
            {t.agents.run}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
