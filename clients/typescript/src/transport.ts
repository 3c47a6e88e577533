import { after, counted, lost, read, textOf, watched } from "./answer.js";
import { type Credential, type SignIn, type TokenPair, Tokens } from "./credentials.js";
import { ConnectionError, errorOf, LockstepError, retryAfter, TimeoutError } from "./errors.js";
import { makeIdempotencyKey } from "./idempotency.js";
import { hideSecrets } from "./secrets.js";

/** The description of an operation for the runtime. */
export interface OperationFacts {
  readonly method: string;
  readonly path: string;
  readonly pathNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly takesIdempotencyKey: boolean;
  readonly runsAsJob: boolean;
  readonly items?: string;
  readonly cursor?: string;
  readonly isOpen: boolean;
  /** Whether the answer may be a JSON list. */
  readonly mayBeList?: true;
}

/** Options of a client. */
export interface ClientOptions {
  /** The address of the server, such as `https://lockstep.example.org`. */
  baseUrl: string | URL;
  /** Who the client is; without it, only open operations succeed. */
  credential?: Credential;
  /** The milliseconds until the head of an answer, and then until each next part of its body, must have arrived. Default: 60 000. */
  timeout?: number;
  /** How often a request is sent again. Default: 3. */
  maxRetries?: number;
  /** The longest pause that `Retry-After` may request, in milliseconds; a longer one is an error at once. Default: 60 000. */
  maxRetryDelay?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** Replaces the global `WebSocket`, which Node has from version 22 on. */
  webSocket?: typeof WebSocket;
}

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal;
  /** Replaces the client's `timeout`, in milliseconds. */
  timeout?: number;
  /** Replaces the client's `maxRetries`. */
  maxRetries?: number;
  /** Replaces the key that the client makes for operations that create something. */
  idempotencyKey?: string;
  /** Headers besides those of the client. */
  headers?: Record<string, string>;
  /** Is called with the number of sent bytes of a body, while it is sent. */
  onProgress?: (sentBytes: number) => void;
}

/** A body with its media type. */
export interface RawBody {
  contentType?: string;
  data: BodyInit;
}

interface Request {
  facts: OperationFacts;
  url: URL;
  headers: Headers;
  body: RawBody | undefined;
  options: CallOptions;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** The server did not begin these requests. */
const NOT_BEGUN = new Set([429, 503]);
/** The server, or a proxy before it, may have begun these requests. */
const MAYBE_DONE = new Set([500, 502, 504]);

/** Sends requests: credentials, time-outs, retries, errors. */
export class Transport {
  readonly baseUrl: URL;
  readonly #options: ClientOptions;
  readonly #tokens: Tokens;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    this.baseUrl = new URL(options.baseUrl);
    this.#options = options;
    this.#tokens = new Tokens(options.credential);
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** The milliseconds that an answer may take. */
  get timeout(): number {
    return this.#options.timeout ?? 60_000;
  }

  /** How often a request is sent again. */
  get maxRetries(): number {
    return this.#options.maxRetries ?? 3;
  }

  /** The longest pause that `Retry-After` may request, in milliseconds. */
  get maxRetryDelay(): number {
    return this.#options.maxRetryDelay ?? 60_000;
  }

  /** The class that opens sockets. */
  get webSocket(): typeof WebSocket {
    const found = this.#options.webSocket ?? globalThis.WebSocket;
    if (!found) {
      throw new TypeError(
        "this runtime has no WebSocket: give the client one by `webSocket`, such as that of the package ws",
      );
    }
    return found;
  }

  /** Sends the request of an operation, and returns its answer, whose status is a success. */
  async send(
    facts: OperationFacts,
    params: Readonly<Record<string, unknown>>,
    body: RawBody | undefined,
    accept: string,
    options: CallOptions,
  ): Promise<Response> {
    const headers = new Headers(options.headers);
    headers.set("Accept", accept);
    if (facts.takesIdempotencyKey) {
      headers.set("Idempotency-Key", options.idempotencyKey ?? makeIdempotencyKey());
    }
    if (body?.contentType) {
      headers.set("Content-Type", body.contentType);
    }
    const request = { facts, url: address(this.baseUrl, facts, params), headers, body, options };
    return this.#repeat(request);
  }

  async #repeat(request: Request): Promise<Response> {
    const { facts, options, body } = request;
    const most = options.maxRetries ?? this.maxRetries;
    const isSafe = facts.method === "GET" || facts.method === "PUT" || facts.takesIdempotencyKey;
    const isReplayable = !(body?.data instanceof ReadableStream);
    let renewals = 0;
    for (let retries = 0; ; ) {
      const token = facts.isOpen ? undefined : await this.#tokens.current(this.#signIn);
      const answer = await this.#attempt(request, token).catch((error: unknown) => error);
      if (answer instanceof Response && answer.ok) {
        return answer;
      }
      if (!(answer instanceof Response)) {
        const isConnection = answer instanceof ConnectionError || answer instanceof TimeoutError;
        if (!(isConnection && isSafe && isReplayable && retries < most)) {
          throw answer;
        }
        await pause(delay(retries), options.signal);
        retries += 1;
        continue;
      }
      const mayRenew =
        answer.status === 401 && token !== undefined && this.#tokens.isRenewable && renewals === 0;
      if (mayRenew && isReplayable) {
        await discard(answer);
        await this.#tokens.renew(this.#signIn, token);
        renewals += 1;
        continue;
      }
      const mayRepeat = NOT_BEGUN.has(answer.status) || (MAYBE_DONE.has(answer.status) && isSafe);
      const wait = (retryAfter(answer.headers) ?? 0) * 1000 || delay(retries);
      if (!mayRepeat || !isReplayable || retries >= most || wait > this.maxRetryDelay) {
        throw await errorOf(answer);
      }
      await discard(answer);
      await pause(wait, options.signal);
      retries += 1;
    }
  }

  async #attempt(
    { facts, url, headers, body, options }: Request,
    token: string | undefined,
  ): Promise<Response> {
    const sent = new Headers(headers);
    if (token !== undefined) {
      sent.set("Authorization", `Bearer ${token}`);
    }
    const limit = options.timeout ?? this.timeout;
    const timer = new AbortController();
    const keep = after(limit, () => timer.abort(new TimeoutError(limit)));
    const signal = options.signal ? AbortSignal.any([options.signal, timer.signal]) : timer.signal;
    const init: RequestInit & { duplex?: "half" } = {
      method: facts.method,
      headers: sent,
      signal,
      redirect: "error",
    };
    if (body) {
      init.body = options.onProgress ? counted(encoded(body.data, sent), options.onProgress) : body.data;
      if (init.body instanceof ReadableStream) {
        init.duplex = "half";
      }
    }
    try {
      const answer = await this.#fetch(url, init);
      return watched(answer, { limit, signal: options.signal, stop: (reason) => timer.abort(reason) });
    } catch (error) {
      throw failure(error, options.signal, timer.signal);
    } finally {
      keep();
    }
  }

  /** The token of the newest requests. */
  get token(): string | undefined {
    return this.#tokens.newest;
  }

  /** Replaces the token of a socket that ended with it, unless another request has; false if it cannot be replaced. */
  async renew(ended: string | undefined): Promise<boolean> {
    if (!this.#tokens.isRenewable) {
      return false;
    }
    await this.#tokens.renew(this.#signIn, ended);
    return true;
  }

  readonly #signIn: SignIn = {
    signIn: (username, password) => pairOf(this, "/api/auth/token", { username, password }),
    refresh: (refreshToken) => pairOf(this, "/api/auth/refresh", { refresh_token: refreshToken }),
  };
}

const OPEN_POST: OperationFacts = {
  method: "POST",
  path: "",
  pathNames: [],
  queryNames: [],
  inputs: [],
  outputs: [],
  takesIdempotencyKey: false,
  runsAsJob: false,
  isOpen: true,
};

async function pairOf(transport: Transport, path: string, body: unknown): Promise<TokenPair> {
  const answer = await transport.send({ ...OPEN_POST, path }, {}, json(body), "application/json", {});
  const pair = await read(answer);
  for (const name of ["access_token", "refresh_token"]) {
    textOf(answer, pair, name);
  }
  return hideSecrets(pair, ["access_token", "refresh_token"]) as unknown as TokenPair;
}

/** Returns a JSON body. */
export function json(value: unknown): RawBody {
  return { contentType: "application/json", data: JSON.stringify(value) };
}

/** Returns a body as a stream, and sets its media type, which names the boundary of a form. */
function encoded(data: BodyInit, headers: Headers): ReadableStream<Uint8Array> {
  if (data instanceof ReadableStream) {
    return data;
  }
  const whole = new Response(data);
  const type = whole.headers.get("Content-Type");
  if (type !== null && !headers.has("Content-Type")) {
    headers.set("Content-Type", type);
  }
  return whole.body!;
}

/** Ends an answer whose body is not needed. The body may have broken off already. */
async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel().catch(() => {});
}

/** Returns the address of an operation; refuses names that the operation does not have. */
function address(base: URL, facts: OperationFacts, params: Readonly<Record<string, unknown>>): URL {
  const missing = facts.pathNames.find((name) => (params[name] ?? "") === "");
  if (missing) {
    throw new TypeError(`${facts.method} ${facts.path}: the parameter ${missing} is missing`);
  }
  // These names would lead to the path of another operation.
  const relative = facts.pathNames.find((name) => [".", ".."].includes(String(params[name])));
  if (relative) {
    throw new TypeError(
      `${facts.method} ${facts.path}: the parameter ${relative} may not be ${params[relative]}`,
    );
  }
  const path = facts.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/$/, "") + path;
  for (const [name, value] of Object.entries(params)) {
    if (facts.pathNames.includes(name) || value === undefined || value === null) {
      continue;
    }
    if (!facts.queryNames.includes(name)) {
      throw new TypeError(`${facts.method} ${facts.path} has no parameter ${name}`);
    }
    url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return url;
}

/** Returns the error of a request without an answer. */
function failure(error: unknown, asked: AbortSignal | undefined, timer: AbortSignal): unknown {
  if (asked?.aborted) {
    return asked.reason;
  }
  if (timer.aborted) {
    return timer.reason;
  }
  if (
    error instanceof LockstepError ||
    (error instanceof TypeError && error.cause === undefined && isUsage(error))
  ) {
    return error;
  }
  return lost(error);
}

/** Whether `fetch` refused to send, such as for a header with a line break. */
function isUsage(error: TypeError): boolean {
  return /invalid|Failed to parse|duplex/i.test(error.message);
}

/** Returns the pause before a retry: doubled each time, and cut by chance to a half at most. */
function delay(retries: number): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** retries, LONGEST_DELAY_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, unless the call is cancelled. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
