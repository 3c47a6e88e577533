import { CancelledError, ClosedHandleError, InternalError } from "./errors.js";
import type { Bytes } from "./frame.js";
import { startWorker, type WorkerPort } from "./host.js";
import type { Outcome } from "./instance.js";
import type { Command, Report } from "./protocol.js";

interface Call {
  readonly id: number;
  readonly operation: string;
  readonly request: Bytes;
  readonly signal: AbortSignal | undefined;
  resolve(outcome: Outcome): void;
  reject(reason: unknown): void;
}

/** A worker with an instance of the module. Its calls wait here, so that one that waits can be cancelled. */
export class Session {
  readonly #worker: WorkerPort;
  /** The cell that the worker reads between the steps of a call; absent where threads cannot share memory. */
  readonly #cancelled: Int32Array | undefined;
  readonly #waiting: Call[] = [];
  #running: Call | undefined;
  #lastId = 0;
  #isOver = false;
  /** Is called when the worker has started, ended or failed. */
  #settle: ((failure?: string) => void) | undefined;

  private constructor(worker: WorkerPort) {
    this.#worker = worker;
    this.#cancelled = sharedCell();
    worker.onReport((report) => this.#receive(report as Report));
    worker.onFailure((message) => this.#fail(message));
  }

  static async start(module: WebAssembly.Module): Promise<Session> {
    const session = new Session(startWorker());
    const failure = await session.#ask({ kind: "start", module, cancelled: session.#cancelled });
    if (failure !== undefined) {
      throw new InternalError(`the worker did not start: ${failure}`);
    }
    return session;
  }

  /** Whether the worker has ended, and the objects in it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Runs an operation. The request is wiped. */
  call(operation: string, request: Bytes, signal?: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const cancel = () => this.#cancel(id);
      const settle = () => {
        signal?.removeEventListener("abort", cancel);
        if (request.byteLength > 0) {
          request.fill(0); // It was not given to the worker.
        }
      };
      const call: Call = {
        id,
        operation,
        request,
        signal,
        resolve: (outcome) => {
          settle();
          resolve(outcome);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      if (signal?.aborted) {
        call.reject(signal.reason);
      } else if (this.#isOver) {
        call.reject(new ClosedHandleError("the worker ended"));
      } else {
        signal?.addEventListener("abort", cancel);
        this.#waiting.push(call);
        this.#next();
      }
    });
  }

  /** Wipes the memory and ends the worker, after the calls that wait. */
  async close(): Promise<void> {
    if (this.#isOver) {
      return;
    }
    await this.call("library", new Uint8Array([2, 0, 0, 0, 123, 125])).catch(() => {}); // All earlier calls are over.
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    await this.#ask({ kind: "end" });
    this.#end("the library is closed");
  }

  #next(): void {
    if (this.#running !== undefined) {
      return;
    }
    this.#running = this.#waiting.shift();
    this.#worker.setBusy(this.#running !== undefined);
    if (this.#running !== undefined) {
      const { id, operation, request } = this.#running;
      this.#worker.send({ kind: "call", id, operation, request } satisfies Command, [request.buffer]);
    }
  }

  #cancel(id: number): void {
    const at = this.#waiting.findIndex((call) => call.id === id);
    if (at >= 0) {
      const [call] = this.#waiting.splice(at, 1);
      call!.reject(call!.signal!.reason);
    } else if (this.#running?.id === id && this.#cancelled !== undefined) {
      Atomics.store(this.#cancelled, 0, id);
    } else if (this.#running?.id === id) {
      const { reject, signal } = this.#running;
      reject(signal!.reason);
      this.#end("a call was cancelled, which ends the worker where threads cannot share memory");
    }
  }

  #receive(report: Report): void {
    if (report.kind === "failed") {
      this.#fail(report.message);
    } else if (report.kind === "returned") {
      this.#return(report);
    } else {
      this.#settle?.();
    }
  }

  #return({ id, status, answer }: Outcome & { id: number }): void {
    const call = this.#running;
    if (call === undefined || call.id !== id) {
      return;
    }
    this.#running = undefined;
    if (status === CANCELLED && call.signal?.aborted) {
      call.reject(call.signal.reason);
    } else {
      call.resolve({ status, answer });
    }
    this.#next();
  }

  #fail(message: string): void {
    this.#settle?.(message);
    this.#running?.reject(new InternalError(`the library stopped: ${message}`));
    this.#end("the library stopped");
  }

  /** Ends the thread, and refuses the calls that wait. */
  #end(reason: string): void {
    this.#isOver = true;
    this.#running?.reject(new CancelledError(reason));
    this.#running = undefined;
    for (const call of this.#waiting.splice(0)) {
      call.reject(new ClosedHandleError(reason));
    }
    this.#worker.terminate();
  }

  /** Sends a command, and returns why it failed, or nothing. */
  #ask(command: Command): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#settle = (failure) => {
        this.#settle = undefined;
        this.#worker.setBusy(false);
        resolve(failure);
      };
      this.#worker.setBusy(true);
      this.#worker.send(command, []);
    });
  }
}

/** The status of a call that was cancelled. */
const CANCELLED = 10;

/** Returns memory that threads share. Browsers have it on pages that are isolated from other origins. */
function sharedCell(): Int32Array | undefined {
  return typeof SharedArrayBuffer === "undefined" ? undefined : new Int32Array(new SharedArrayBuffer(4));
}
