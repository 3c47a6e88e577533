/** A proof that the server computes as a job, until it is done or canceled. */
import type { CallOptions } from "@lockstep/client";

/** A first proof makes its keys, which can take minutes. */
const LONGEST_MS = 30 * 60_000;

/** The parts of a job that the page uses. */
interface ProofJob<Result> {
  result: (options: CallOptions) => Promise<Result>;
  cancel: () => Promise<void>;
}

export class ProofWork {
  readonly #stop = new AbortController();
  #job: Pick<ProofJob<unknown>, "cancel"> | undefined;

  get isCanceled(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Starts the job, and waits for its result. */
  async result<Result>(start: () => Promise<ProofJob<Result>>): Promise<Result> {
    const job = await start();
    if (this.isCanceled) {
      await job.cancel();
      this.#stop.signal.throwIfAborted();
    }
    this.#job = job;
    return job.result({ timeout: LONGEST_MS, signal: this.#stop.signal });
  }

  /** Ends the job at the server too: it would go on for minutes. A job that cannot be ended ends by itself. */
  cancel(): void {
    this.#stop.abort();
    this.#job?.cancel().catch(() => undefined);
  }
}
