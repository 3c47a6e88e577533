// Why a server did not open a socket. A `WebSocket` does not tell the status of the answer, so other requests do.

import { after } from "./answer.js";
import {
  ConnectionError,
  type ErrorDetail,
  errorOf,
  errorWith,
  InvalidRequestError,
  type LockstepError,
  REMEDY,
} from "./errors.js";
import type { OperationFacts, Transport } from "./transport.js";

const UPGRADE_REQUIRED = 426;
const MOST_REFUSAL_CHARACTERS = 65_536;
const SOCKET: Omit<OperationFacts, "path"> = {
  method: "GET",
  pathNames: [],
  queryNames: [],
  inputs: [],
  outputs: ["application/json"],
  takesIdempotencyKey: false,
  runsAsJob: false,
  isOpen: false,
};

/**
 * Returns why the server did not open the socket of this path, or throws it. An ordinary request meets the same checks of address,
 * credential and permission. Where the runtime is Node, a handshake of its own also meets those after them, such as the number of
 * the account's sockets. It would open a socket, which is closed at once.
 */
export async function refusal(
  transport: Transport,
  path: string,
  signal: AbortSignal | undefined,
): Promise<LockstepError> {
  const options = signal ? { maxRetries: 0, signal } : { maxRetries: 0 };
  try {
    const answer = await transport.send({ ...SOCKET, path }, {}, undefined, "application/json", options);
    await answer.body?.cancel().catch(() => {});
    const message = `Lockstep has no socket at this address: ${REMEDY}`;
    return errorWith(answer.status, { code: "", message } as ErrorDetail, answer.headers);
  } catch (error) {
    if (!isUpgradeMissing(error)) {
      throw error;
    }
  }
  const answer = await handshake(transport, path, signal);
  return answer ? await errorOf(answer) : new ConnectionError("the socket could not be opened");
}

/** Whether the server would open a socket: only the handshake was missing. */
function isUpgradeMissing(error: unknown): boolean {
  if (!(error instanceof InvalidRequestError)) {
    return false;
  }
  const { parameter } = (error.details ?? {}) as { parameter?: string };
  return error.status === UPGRADE_REQUIRED || parameter === "Upgrade";
}

/** The parts of `node:http` that this file uses. */
interface NodeHttp {
  request(url: URL, options: object): NodeRequest;
}

interface NodeRequest {
  on(event: "upgrade", act: (answer: unknown, socket: { destroy(): void }) => void): void;
  on(event: "response", act: (answer: NodeAnswer) => void): void;
  on(event: "error" | "close", act: () => void): void;
  destroy(): void;
  end(): void;
}

interface NodeAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  setEncoding(name: string): void;
  on(event: "data", act: (part: string) => void): void;
  on(event: "close" | "error", act: () => void): void;
  destroy(): void;
}

/** Sends the handshake of a `WebSocket`. Returns the refusal; undefined if there is none, or if this runtime cannot see it. */
async function handshake(
  { baseUrl, token, timeout }: Transport,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Response | undefined> {
  const module = baseUrl.protocol === "https:" ? "node:https" : "node:http";
  // An import would make bundlers for browsers look for the module.
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const http = process?.getBuiltinModule?.(module) as NodeHttp | undefined;
  if (!http || signal?.aborted) {
    return undefined;
  }
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
    "Sec-WebSocket-Protocol": "lockstep.v1",
    "Sec-WebSocket-Version": "13",
    Authorization: `Bearer ${token}`,
  };
  const request = http.request(url, { headers });
  const stop = () => request.destroy();
  const keep = after(timeout, stop);
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<Response | undefined>((resolve) => {
    let isAnswered = false;
    request.on("upgrade", (_, socket) => socket.destroy());
    request.on("response", (answer) => {
      isAnswered = true;
      read(answer, resolve);
    });
    request.on("error", () => isAnswered || resolve(undefined));
    // If the connection is kept, the request closes before its answer does.
    request.on("close", () => isAnswered || resolve(undefined));
    request.end();
  }).finally(() => {
    keep();
    signal?.removeEventListener("abort", stop);
  });
}

/** Reads the beginning of a refusal: a proxy may send anything, without an end. */
function read(answer: NodeAnswer, resolve: (answer: Response | undefined) => void): void {
  let text = "";
  answer.setEncoding("utf8");
  answer.on("data", (part) => {
    text += part;
    if (text.length > MOST_REFUSAL_CHARACTERS) {
      answer.destroy();
    }
  });
  answer.on("error", () => {});
  answer.on("close", () => {
    resolve(responseOf(answer, text));
  });
}

/** Returns the answer as `fetch` has it; nothing if a proxy sent one that cannot be. */
function responseOf({ statusCode: status, headers }: NodeAnswer, text: string): Response | undefined {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  try {
    return new Response(text === "" ? null : text, { status, headers: pairs });
  } catch {
    return undefined;
  }
}
