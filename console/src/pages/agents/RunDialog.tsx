/** A run with its steps, and the decision that it waits for. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Stack } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { Json } from "../../ui/Form";
import { Loaded, Note } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import styles from "./Agents.module.css";
import { type Run, RunBadge } from "./Workflows";

export const FOLLOW_MS = 1500;
export const isOpen = (run: Run | undefined) => run?.status === "running" || run?.status === "waiting";

export function RunDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText();
  const run = useQuery({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => api.workflows.getWorkflowRun({ runId: id ?? "" }, { signal }),
    enabled: id !== undefined,
    refetchInterval: (query) => (isOpen(query.state.data) ? FOLLOW_MS : false),
  });
  return (
    <Dialog
      open={id !== undefined}
      onClose={onClose}
      wide
      title={run.data?.workflowId ?? t.agents.run}
      actions={run.data && isOpen(run.data) && <Decide of={run.data} />}
    >
      <Loaded query={run} height={200}>
        {(one) => (
          <Stack tight>
            <div>
              <RunBadge status={one.status} />
            </div>
            {one.waitingFor && <Note tone="warn">{one.waitingFor}</Note>}
            {one.error && <Note tone="bad">{one.error}</Note>}
            <ol className={styles.steps}>
              {one.steps.map((step) => (
                <li key={step.node}>
                  <span className={styles.stepHead}>
                    <strong>{step.node}</strong>
                    <Badge>{step.type}</Badge>
                    <span className="muted">{step.status}</span>
                  </span>
                  {step.input !== undefined && step.input !== null && <Json value={step.input} />}
                  {step.output !== undefined && step.output !== null && <Json value={step.output} />}
                  {step.error && <Note tone="bad">{step.error}</Note>}
                </li>
              ))}
            </ol>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

/** The buttons that approve, reject or cancel an open run. */
export function Decide({ of }: { of: Run }) {
  const t = useText();
  const { say, fail } = useToasts();
  const decide = useMutation({
    mutationFn: (act: "approve" | "reject" | "cancel") => {
      switch (act) {
        case "approve":
          return api.workflows.approveWorkflowRun({ runId: of.runId });
        case "reject":
          return api.workflows.rejectWorkflowRun({ runId: of.runId });
        case "cancel":
          return api.workflows.cancelWorkflowRun({ runId: of.runId });
      }
    },
    onSuccess: (_, act) => {
      say(t.agents.decided[act]);
      queryClient.invalidateQueries({ queryKey: ["runs"] });
      queryClient.invalidateQueries({ queryKey: ["workflows"] });
    },
    onError: fail,
  });
  return of.status === "waiting" ? (
    <>
      <Button look="danger" disabled={decide.isPending} onClick={() => decide.mutate("reject")}>
        {t.agents.reject}
      </Button>
      <Button look="primary" busy={decide.isPending} onClick={() => decide.mutate("approve")}>
        {t.agents.approve}
      </Button>
    </>
  ) : (
    <Button look="danger" busy={decide.isPending} onClick={() => decide.mutate("cancel")}>
      {t.agents.cancelRun}
    </Button>
  );
}
