import { read, textOf } from "./answer.js";
import {
  AuthenticationError,
  ConnectionError,
  type LockstepError,
  MissedEventsError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from "./errors.js";
import type { components } from "./generated/schema.js";
import { refusal } from "./handshake.js";
import { Socket } from "./socket.js";
import { json, type OperationFacts, pause, type Transport } from "./transport.js";

/** A message of the stream: a point, an insight, metrics, or a change of an activity. */
export type StreamMessage = components["schemas"]["StreamMessage"];

/** An update about an agent. */
export type AgentUpdate = components["schemas"]["AgentUpdate"];

/** The name of a channel, such as `marketplace`. */
export type ChannelName = components["schemas"]["EventChannelName"];

/** A message of a channel. */
export type ChannelMessage = components["schemas"]["ChannelMessage"];

/** A change of a dataset. */
export type DatasetUpdate = components["schemas"]["DatasetUpdate"];

/** Options of a socket. */
export interface ListenOptions {
  /** Ends the socket and the loop over it. */
  signal?: AbortSignal;
  /** The `id` of the last message that was handled: the messages after it come first, if it is not older than ten minutes. */
  lastEventId?: string;
  /**
   * How often a lost connection is opened again before the error is thrown. A message starts the count again. Default: without end,
   * but a refusal with 429 is thrown after the client's `maxRetries`.
   */
  maxReconnects?: number;
}

/** An address of sockets, and the frame that subscribes to their messages. */
export interface Feed {
  path: string;
  subscription?: object;
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
const LONGEST_DELAY_MS = 30_000;
const CREDENTIAL_ENDED = 4401;
const TOO_FAR_BEHIND = 4408;

/** Returns the messages of a socket that resumes after a lost connection: each message once, in order. */
export async function* listen<Message>(
  transport: Transport,
  feed: Feed,
  options: ListenOptions = {},
): AsyncGenerator<Message> {
  const { signal } = options;
  const retries = new Retries(transport, options.maxReconnects);
  let last = options.lastEventId;
  let hasRenewed = false;
  while (!signal?.aborted) {
    try {
      const socket = await open(transport, feed, last, signal);
      const { token } = transport;
      for await (const message of socket.messages()) {
        last = message.id ?? last;
        retries.begin();
        hasRenewed = false;
        yield message as Message;
      }
      if (socket.isSlow) {
        continue;
      }
      if (signal?.aborted) {
        return;
      }
      if (!socket.wasOpen) {
        throw await refusal(transport, feed.path, signal);
      }
      if (socket.code !== CREDENTIAL_ENDED) {
        throw ended(socket.code);
      }
      if (hasRenewed || !(await transport.renew(token))) {
        const message = "the credential of the socket has ended";
        throw new AuthenticationError(401, { code: "AUTH_ERROR", message, requestId: "" });
      }
      hasRenewed = true;
    } catch (error) {
      if (signal?.aborted) {
        return;
      }
      await pause(retries.pauseAfter(error), signal).catch(() => {});
    }
  }
}

/** Returns the error of a socket that the server closed. */
function ended(code: number): LockstepError {
  if (code === TOO_FAR_BEHIND) {
    return new MissedEventsError(
      "the socket is more than ten minutes behind: read the data again, then listen without lastEventId",
    );
  }
  return new ConnectionError(`the socket was closed (${code})`);
}

/** The failures since the last message, of requests for tickets and of sockets: whether and when the next attempt follows. */
class Retries {
  readonly #transport: Transport;
  readonly #most: number;
  #failures = 0;
  /** The refusals with 429 without another failure between them. */
  #limited = 0;

  constructor(transport: Transport, most = Number.POSITIVE_INFINITY) {
    this.#transport = transport;
    this.#most = most;
  }

  /** Starts the count again. */
  begin(): void {
    this.#failures = 0;
    this.#limited = 0;
  }

  /** Returns the milliseconds until the next attempt. Throws the error if no attempt is left. */
  pauseAfter(error: unknown): number {
    const isLimited = error instanceof RateLimitError;
    this.#limited = isLimited ? this.#limited + 1 : 0;
    const asked = isLimited ? (error.retryAfter ?? 0) * 1000 : 0;
    const isLast =
      this.#failures >= this.#most ||
      this.#limited > this.#transport.maxRetries ||
      asked > this.#transport.maxRetryDelay;
    if (!isTransient(error) || isLast) {
      throw error;
    }
    const longest = Math.min(500 * 2 ** this.#failures, LONGEST_DELAY_MS);
    this.#failures += 1;
    return asked || longest * (0.5 + Math.random() / 2);
  }
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

async function open(
  transport: Transport,
  { path, subscription }: Feed,
  last: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  // The loop over the messages tries again.
  const options = signal ? { maxRetries: 0, signal } : { maxRetries: 0 };
  const asked = await transport.send(TICKET, {}, json({}), "application/json", options);
  const ticket = textOf(asked, await read(asked), "ticket");
  const url = new URL(transport.baseUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  if (last !== undefined) {
    url.searchParams.set("lastEventId", last);
  }
  const socket = new transport.webSocket(url, ["lockstep.v1", `ticket.${ticket}`]);
  return new Socket(socket, { signal, subscription, limit: transport.timeout });
}
