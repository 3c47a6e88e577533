import type { components } from "./generated/schema.js";

export { Download, type OnProgress } from "./answer.js";
export { arrowSeries, type Series } from "./arrow_series.js";
export { Lockstep, type RequestOptions } from "./client.js";
export type { Credential, TokenPair } from "./credentials.js";
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorDetail,
  InvalidRequestError,
  JobFailedError,
  LockstepError,
  MalformedMessageError,
  MissedEventsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from "./errors.js";
export type {
  AgentUpdate,
  ChannelMessage,
  ChannelName,
  DatasetUpdate,
  ListenOptions,
  StreamMessage,
} from "./events.js";
export type { OperationId } from "./generated/operations.js";
export type { Body, Form, Item, Params, Result, Upload } from "./group.js";
export { makeIdempotencyKey } from "./idempotency.js";
export { Job } from "./job.js";
export type { Point, PointUpload } from "./points.js";
export type { CallOptions, ClientOptions, RawBody } from "./transport.js";

/** A type of the API by its name, such as `Schema<"FitnessDataPoint">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];
