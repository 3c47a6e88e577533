/** Starts runs of workflows. */
import type { Result } from "@lockstep/client";
import { api } from "../../api/client";
import { RETRY_LIFETIME_MS, RepeatableRequest } from "../../api/repeatable";

const request = new RepeatableRequest(RETRY_LIFETIME_MS);

/** Starts a run. A start that is sent again after a lost answer returns the same run. */
export function startRun(workflowId: string, dryRun: boolean): Promise<Result<"createWorkflowRun">> {
  return request.send([workflowId, dryRun], (idempotencyKey) =>
    api.workflows.createWorkflowRun({ workflowId }, { dryRun }, { idempotencyKey }),
  );
}
