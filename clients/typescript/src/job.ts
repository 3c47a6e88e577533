import { read } from "./answer.js";
import { JobFailedError } from "./errors.js";
import { hideSecrets } from "./secrets.js";
import type { CallOptions, OperationFacts, Transport } from "./transport.js";

interface JobState {
  status: "running" | "succeeded" | "failed";
  result?: unknown;
  error?: { code: string; message: string; details?: Record<string, never> };
}

const JOB: OperationFacts = {
  method: "GET",
  path: "/v1/jobs/{jobId}",
  pathNames: ["jobId"],
  queryNames: [],
  inputs: [],
  outputs: ["application/json"],
  takesIdempotencyKey: false,
  runsAsJob: false,
  isOpen: false,
};

/** The longest time for which the server waits for the end of a job. */
const MOST_WAIT_SECONDS = 20;

/** A background job of the server. It ends with the process of the server, and its result is kept for an hour. */
export class Job<Result> {
  readonly #transport: Transport;
  readonly #secrets: readonly string[] | undefined;

  constructor(
    transport: Transport,
    /** The id of the job. */
    readonly id: string,
    secrets?: readonly string[],
  ) {
    this.#transport = transport;
    this.#secrets = secrets;
  }

  /** Waits until the job has ended, and returns its result; throws `JobFailedError` if it failed. */
  async result(options: CallOptions = {}): Promise<Result> {
    const limit = options.timeout ?? this.#transport.timeout;
    // The server answers when the job has ended, or well before the request times out.
    const wait = Math.max(1, Math.floor(Math.min(MOST_WAIT_SECONDS, limit / 2000)));
    const headers = { ...options.headers, Prefer: `wait=${wait}` };
    for (;;) {
      const answer = await this.#transport.send(JOB, { jobId: this.id }, undefined, "application/json", {
        ...options,
        headers,
      });
      const state = (await read(answer)) as unknown as JobState;
      if (state.status === "succeeded") {
        return hideSecrets(state.result as Result, this.#secrets);
      }
      if (state.status === "failed") {
        const error = state.error ?? { code: "SERVER_ERROR", message: "the job failed" };
        throw new JobFailedError(200, { ...error, requestId: answer.headers.get("x-request-id") ?? "" });
      }
    }
  }

  /** Cancels the job, or removes its result. */
  async cancel(options: CallOptions = {}): Promise<void> {
    await this.#transport.send(
      { ...JOB, method: "DELETE" },
      { jobId: this.id },
      undefined,
      "application/json",
      options,
    );
  }
}
