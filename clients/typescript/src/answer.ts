import {
  ApiError,
  ConnectionError,
  type ErrorDetail,
  LockstepError,
  REMEDY,
  TimeoutError,
} from "./errors.js";

/** How long a body may stall, and what ends the request. */
interface Watch {
  /** The milliseconds until the next part of the body must have arrived. */
  limit: number;
  /** The signal of the caller. */
  signal: AbortSignal | undefined;
  /** Ends the request. */
  stop: (reason: unknown) => void;
}

/** The longest time of a timer; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls `act` after the milliseconds, and returns the function that prevents it. */
export function after(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(milliseconds, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}

/**
 * Returns the answer with a body that ends with an error of this package if it breaks off or stalls, and with the reason of the
 * signal if the caller cancels. A slow reader does not cause a stall: the time runs only while a part is awaited.
 */
export function watched(answer: Response, { limit, signal, stop }: Watch): Response {
  const { body, status, statusText, headers, url } = answer;
  if (!body) {
    // The `fetch` of a caller may have a class of its own.
    return Object.defineProperty(new Response(null, { status, statusText, headers }), "url", { value: url });
  }
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(out) {
      try {
        const { done, value } = await inTime(reader.read(), limit, signal);
        if (done) {
          out.close();
        } else {
          out.enqueue(value);
        }
      } catch (error) {
        const reason = signal?.aborted ? signal.reason : error instanceof LockstepError ? error : lost(error);
        stop(reason);
        throw reason;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
  const made = new Response(new ReadableStream(source, { highWaterMark: 0 }), {
    status,
    statusText,
    headers,
  });
  return Object.defineProperty(made, "url", { value: url });
}

/** Returns the result of the work, unless the time or the call ends before. */
function inTime<Result>(
  work: Promise<Result>,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal?.reason);
    const keep = after(limit, () => reject(new TimeoutError(limit)));
    const settle = () => {
      keep();
      signal?.removeEventListener("abort", cancel);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    work.then(resolve, reject).finally(settle);
    if (signal?.aborted) {
      cancel();
    }
  });
}

/** Returns the error of a connection that failed. */
export function lost(error: unknown): ConnectionError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new ConnectionError(`the connection failed: ${message}`, { cause: error });
}

/** Reads an answer as a JSON object; with `mayBeList`, as an object or a list. */
export async function read(answer: Response, mayBeList = false): Promise<Record<string, unknown>> {
  const text = await answer.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(answer, "the answer is not JSON");
  }
  if (typeof value !== "object" || value === null || (Array.isArray(value) && !mayBeList)) {
    const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a JSON ${typeof value}`;
    throw malformed(answer, `the answer is ${kind}, not an object${mayBeList ? " or a list" : ""}`);
  }
  return value as Record<string, unknown>;
}

/** Returns a text of an answer. */
export function textOf(answer: Response, value: Record<string, unknown>, name: string): string {
  const text = value[name];
  if (typeof text !== "string") {
    throw malformed(answer, `the answer has no text \`${name}\``);
  }
  return text;
}

/** Returns the list of an answer. */
export function listOf(answer: Response, value: Record<string, unknown>, name: string): unknown[] {
  const list = value[name];
  if (!Array.isArray(list)) {
    throw malformed(answer, `the answer has no list \`${name}\``);
  }
  return list;
}

/** Returns the error of an answer that is not as the API's document says. */
function malformed(answer: Response, problem: string): ApiError {
  const requestId = answer.headers.get("x-request-id") ?? undefined;
  const message = `${problem}: ${REMEDY}`;
  return new ApiError(answer.status, { code: "", message } as ErrorDetail, requestId);
}

/** Is called with the number of received bytes while a body arrives. */
export type OnProgress = (receivedBytes: number) => void;

/** An answer that is read as a stream. */
export class Download {
  constructor(readonly response: Response) {}

  /** The media type. */
  get contentType(): string {
    return this.response.headers.get("content-type") ?? "";
  }

  /** The headers, such as `Lockstep-Skipped-Points`. */
  get headers(): Headers {
    return this.response.headers;
  }

  /** The bytes as they arrive. */
  get body(): ReadableStream<Uint8Array> {
    return this.response.body ?? new ReadableStream({ start: (stream) => stream.close() });
  }

  /** Reads all of it as text. */
  text(onProgress?: OnProgress): Promise<string> {
    return this.#whole(onProgress).text();
  }

  /** Reads all of it as bytes. */
  async bytes(onProgress?: OnProgress): Promise<Uint8Array> {
    return new Uint8Array(await this.#whole(onProgress).arrayBuffer());
  }

  /** Reads all of it as a blob; a browser keeps a large one on the disk. */
  blob(onProgress?: OnProgress): Promise<Blob> {
    return this.#whole(onProgress).blob();
  }

  /**
   * Writes the bytes to a stream as they arrive, such as `Writable.toWeb(createWriteStream(path))` of Node or the file of a
   * `FileSystemFileHandle` of a browser, and returns their number.
   */
  async saveTo(target: WritableStream<Uint8Array>, onProgress?: OnProgress): Promise<number> {
    let received = 0;
    const count = (bytes: number) => {
      received = bytes;
      onProgress?.(bytes);
    };
    await counted(this.body, count).pipeTo(target);
    return received;
  }

  #whole(onProgress: OnProgress | undefined): Response {
    if (!onProgress) {
      return this.response;
    }
    return new Response(counted(this.body, onProgress), { headers: { "Content-Type": this.contentType } });
  }
}

/** Counts the bytes of a stream while they are read. */
export function counted(
  stream: ReadableStream<Uint8Array>,
  onProgress: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, out) {
        bytes += part.byteLength;
        onProgress(bytes);
        out.enqueue(part);
      },
    }),
  );
}
