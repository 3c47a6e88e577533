import type { components } from "./generated/schema.js";

/** The part of an error response that says what is wrong. */
export type ErrorDetail = components["schemas"]["ErrorDetail"];

/** The base of all errors of this package. */
export class LockstepError extends Error {
  override readonly name: string = "LockstepError";
}

/** No answer arrived: the connection failed, or the answer was interrupted. */
export class ConnectionError extends LockstepError {
  override readonly name = "ConnectionError";
}

/** No answer, or no next part of it, arrived in time. */
export class TimeoutError extends LockstepError {
  override readonly name = "TimeoutError";

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms: raise \`timeout\`, or run the operation as a job`);
  }
}

/** A socket is more than ten minutes behind: read the data again, then listen without \`lastEventId\`. */
export class MissedEventsError extends LockstepError {
  override readonly name = "MissedEventsError";
}

/** A message of a socket is not one of Lockstep: check the address of the server and the proxies before it. */
export class MalformedMessageError extends LockstepError {
  override readonly name = "MalformedMessageError";
}

/** The server refused a request. */
export class ApiError extends LockstepError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The code of the area, such as `NOT_FOUND`; empty if the answer was not from Lockstep. */
  readonly code: string;
  /** The parameter that is wrong and the reason, where one is. */
  readonly details: ErrorDetail["details"] | undefined;
  /** The id under which the server logged the request. */
  readonly requestId: string | undefined;

  constructor(status: number, error: ErrorDetail, requestId?: string) {
    const id = error.requestId ?? requestId;
    super(id ? `${error.message} (${status} ${error.code}, request ${id})` : `${error.message} (${status})`);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = id;
  }
}

/** 400, 413, 415, 422: the request is wrong; `details` names the parameter. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}

/** 401: the credential is missing, wrong or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** 403: the credential does not permit the operation. */
export class PermissionDeniedError extends ApiError {
  override readonly name = "PermissionDeniedError";
}

/** 404: the resource does not exist, or it belongs to another account. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** 409: the resource is in another state. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";

  constructor(
    status: number,
    error: ErrorDetail,
    requestId: string | undefined,
    /** The seconds after which a request is allowed again, if the server states them. */
    readonly retryAfter: number | undefined,
  ) {
    super(status, error, requestId);
  }
}

/** 5xx: the server failed, or is overloaded. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** A job ended with an error. */
export class JobFailedError extends ApiError {
  override readonly name = "JobFailedError";
}

const MOST_REFUSAL_CHARACTERS = 1_048_576;
/** What helps where the answer is not from Lockstep. */
export const REMEDY = "check the address of the server and the proxies before it";

/** Returns the error of an unsuccessful response; throws the signal's reason if the call is cancelled. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await beginning(response).catch((error: unknown) => {
    if (error instanceof LockstepError) {
      return ""; // The status says what is wrong.
    }
    throw error;
  });
  return errorWith(response.status, parse(text, response.status), response.headers);
}

/** Reads the beginning of a refusal as a text: a proxy may send anything, without an end. */
async function beginning({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < MOST_REFUSAL_CHARACTERS) {
    const { done, value } = await reader.read();
    if (done) {
      return text;
    }
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel().catch(() => {});
  return text;
}

/** Returns the error of a status. */
export function errorWith(status: number, error: ErrorDetail, headers = new Headers()): ApiError {
  const requestId = headers.get("x-request-id") ?? undefined;
  switch (true) {
    case status === 401:
      return new AuthenticationError(status, error, requestId);
    case status === 403:
      return new PermissionDeniedError(status, error, requestId);
    case status === 404:
      return new NotFoundError(status, error, requestId);
    case status === 409:
      return new ConflictError(status, error, requestId);
    case status === 429:
      return new RateLimitError(status, error, requestId, retryAfter(headers));
    case status >= 500:
      return new ServerError(status, error, requestId);
    case status >= 400:
      return new InvalidRequestError(status, error, requestId);
    default:
      return new ApiError(status, error, requestId);
  }
}

/** Reads the body of an error; an answer of a proxy may be anything. */
function parse(text: string, status: number): ErrorDetail {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<ErrorDetail> };
    if (typeof error?.message === "string" && typeof error.code === "string") {
      return error as ErrorDetail;
    }
  } catch {
    // Not JSON: the message below says so.
  }
  const message = `the answer is not from Lockstep: ${REMEDY}`;
  return { code: status >= 500 ? "SERVER_ERROR" : "", message } as ErrorDetail;
}

/** Returns the seconds that `Retry-After` names, which may be a number or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) {
    return undefined;
  }
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
