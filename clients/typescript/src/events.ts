import {
  AuthenticationError,
  ConnectionError,
  MissedEventsError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from "./errors.js";
import type { components } from "./generated/schema.js";
import { json, type OperationFacts, pause, read, type Transport } from "./transport.js";

/** A message of the stream: a point, an insight, metrics, or a change of an activity. */
export type StreamMessage = components["schemas"]["StreamMessage"];

/** An update about an agent. */
export type AgentUpdate = components["schemas"]["AgentUpdate"];

/** Options of a socket. */
export interface ListenOptions {
  /** Ends the socket and the loop over it. */
  signal?: AbortSignal;
  /** The `id` of the last message that was handled: the messages after it come first, if it is not older than ten minutes. */
  lastEventId?: string;
  /** How often a lost connection is opened again before the error is thrown. A message starts the count again. Default: without end. */
  maxReconnects?: number;
}

const TICKET: OperationFacts = {
  method: "POST",
  path: "/v1/ws/tickets",
  pathNames: [],
  queryNames: [],
  inputs: ["application/json"],
  outputs: ["application/json"],
  takesIdempotencyKey: false,
  runsAsJob: false,
  isOpen: false,
};
/** So many messages wait for a slow loop; then the socket is closed, and opened again after them. */
const MOST_WAITING = 1000;
const LONGEST_DELAY_MS = 30_000;
const CREDENTIAL_ENDED = 4401;
const TOO_FAR_BEHIND = 4408;

/** Returns the messages of a socket that resumes after a lost connection: each message once, in order. */
export async function* listen<Message extends { id: string }>(
  transport: Transport,
  path: string,
  options: ListenOptions = {},
): AsyncGenerator<Message> {
  const { signal } = options;
  const mostFailures = options.maxReconnects ?? Number.POSITIVE_INFINITY;
  let last = options.lastEventId;
  let failures = 0;
  let hasRenewed = false;
  while (!signal?.aborted) {
    const socket = await open<Message>(transport, path, last, signal).catch((error: unknown) => {
      if (signal?.aborted || !isTransient(error) || failures >= mostFailures) {
        throw error;
      }
      return undefined;
    });
    if (!socket) {
      await pause(delay(failures), signal).catch(() => {});
      failures += 1;
      continue;
    }
    for await (const message of socket.messages()) {
      last = message.id;
      failures = 0;
      hasRenewed = false;
      yield message;
    }
    if (signal?.aborted) {
      return;
    }
    if (socket.code === TOO_FAR_BEHIND) {
      throw new MissedEventsError(
        "the socket is more than ten minutes behind: read the data again, then listen without lastEventId",
      );
    }
    if (socket.code === CREDENTIAL_ENDED) {
      if (hasRenewed || !(await transport.renew())) {
        const message = "the credential of the socket has ended";
        throw new AuthenticationError(401, { code: "AUTH_ERROR", message, requestId: "" });
      }
      hasRenewed = true;
      continue;
    }
    if (socket.isSlow) {
      continue;
    }
    if (failures >= mostFailures) {
      throw new ConnectionError(`the socket was closed (${socket.code})`);
    }
    await pause(delay(failures), signal).catch(() => {});
    failures += 1;
  }
}

/** Returns the pause before a socket is opened again. */
function delay(failures: number): number {
  return Math.min(500 * 2 ** failures, LONGEST_DELAY_MS) * (0.5 + Math.random() / 2);
}

/** Whether a socket may open later: the server is away, overloaded, or has too many requests of this account. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof ServerError ||
    error instanceof RateLimitError
  );
}

async function open<Message>(
  transport: Transport,
  path: string,
  last: string | undefined,
  signal: AbortSignal | undefined,
) {
  const asked = await transport.send(TICKET, {}, json({}), "application/json", signal ? { signal } : {});
  const { ticket } = (await read(asked)) as components["schemas"]["SocketTicket"];
  const url = new URL(transport.baseUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  if (last !== undefined) {
    url.searchParams.set("lastEventId", last);
  }
  return new Socket<Message>(new transport.webSocket(url, ["lockstep.v1", `ticket.${ticket}`]), signal);
}

/** A queue between the events of a socket and the loop that takes them. */
class Socket<Message> {
  /** The close code; 1006 if the socket was never open. */
  code = 1006;
  /** Whether the socket was closed because the loop did not keep up. */
  isSlow = false;
  readonly #waiting: Message[] = [];
  #isClosed = false;
  #wake: () => void = () => {};

  constructor(
    private readonly socket: WebSocket,
    signal: AbortSignal | undefined,
  ) {
    const stop = () => socket.close(1000);
    signal?.addEventListener("abort", stop, { once: true });
    socket.addEventListener("message", ({ data }) => {
      if (this.isSlow) {
        return; // The next socket continues after the last message that waits.
      }
      if (this.#waiting.length >= MOST_WAITING) {
        this.isSlow = true;
        socket.close(1000);
        return;
      }
      this.#waiting.push(JSON.parse(String(data)) as Message);
      this.#wake();
    });
    socket.addEventListener("error", () => {}); // A `close` event follows.
    socket.addEventListener("close", ({ code }) => {
      signal?.removeEventListener("abort", stop);
      this.code = code;
      this.#isClosed = true;
      this.#wake();
    });
  }

  async *messages(): AsyncGenerator<Message> {
    try {
      for (;;) {
        const message = this.#waiting.shift();
        if (message !== undefined) {
          yield message;
        } else if (this.#isClosed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      this.socket.close(1000);
    }
  }
}
