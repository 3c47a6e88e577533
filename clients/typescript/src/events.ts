import { read, textOf } from "./answer.js";
import {
  AuthenticationError,
  ConnectionError,
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
  const mostFailures = options.maxReconnects ?? Number.POSITIVE_INFINITY;
  let last = options.lastEventId;
  let failures = 0;
  let limited = 0;
  let hasRenewed = false;
  let token: string | undefined;
  while (!signal?.aborted) {
    let code: number | undefined;
    try {
      const socket = await open(transport, feed, last, signal);
      token = transport.token;
      for await (const message of socket.messages()) {
        last = message.id ?? last;
        failures = 0;
        limited = 0;
        hasRenewed = false;
        yield message as Message;
      }
      if (socket.isSlow) {
        continue;
      }
      if (!socket.wasOpen && !signal?.aborted) {
        throw await refusal(transport, feed.path, signal);
      }
      code = socket.code;
    } catch (error) {
      limited = error instanceof RateLimitError ? limited + 1 : 0;
      const isLast = failures >= mostFailures || limited > transport.maxRetries;
      if (!signal?.aborted && (!isTransient(error) || isLast)) {
        throw error;
      }
    }
    if (signal?.aborted) {
      return;
    }
    if (code === TOO_FAR_BEHIND) {
      throw new MissedEventsError(
        "the socket is more than ten minutes behind: read the data again, then listen without lastEventId",
      );
    }
    if (code === CREDENTIAL_ENDED) {
      const isRenewed = !hasRenewed && (await renewed(transport, token, failures < mostFailures));
      if (isRenewed === false) {
        const message = "the credential of the socket has ended";
        throw new AuthenticationError(401, { code: "AUTH_ERROR", message, requestId: "" });
      }
      if (isRenewed) {
        hasRenewed = true;
        continue;
      }
    }
    if (code !== undefined && failures >= mostFailures) {
      throw new ConnectionError(`the socket was closed (${code})`);
    }
    await pause(delay(failures), signal).catch(() => {});
    failures += 1;
  }
}

/** Replaces the token of a socket; false if it cannot be replaced, undefined if that may succeed later. */
async function renewed(
  transport: Transport,
  ended: string | undefined,
  mayFail: boolean,
): Promise<boolean | undefined> {
  try {
    return await transport.renew(ended);
  } catch (error) {
    if (mayFail && isTransient(error)) {
      return undefined;
    }
    throw error;
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

async function open(
  transport: Transport,
  { path, subscription }: Feed,
  last: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const asked = await transport.send(TICKET, {}, json({}), "application/json", signal ? { signal } : {});
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
