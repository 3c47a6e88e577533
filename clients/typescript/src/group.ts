import { Download, listOf, read, textOf } from "./answer.js";
import type { OperationId } from "./generated/operations.js";
import { OPERATIONS } from "./generated/operations.js";
import type { components, operations } from "./generated/schema.js";
import { SECRETS } from "./generated/secrets.js";
import { Job } from "./job.js";
import { type PointUpload, pointsJson } from "./points.js";
import { hideSecrets } from "./secrets.js";
import { type CallOptions, json, type OperationFacts, type RawBody, type Transport } from "./transport.js";

export type { CallOptions };

type Json = "application/json";
type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type Named<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type QueryOf<P> = P extends { query?: infer Query } ? Named<Query> : unknown;
type PathOf<P> = P extends { path: infer Path } ? Named<Path> : unknown;

/** The parameters of the path and the query of an operation. */
export type Params<Id extends OperationId> = PathOf<Parameters<Id>> & QueryOf<Parameters<Id>>;

type Content<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Types }
    ? Types
    : never
  : never;

/** The JSON body of an operation. */
export type Body<Id extends OperationId> = Id extends "uploadPoints"
  ? PointUpload
  : Content<Id> extends { [type in Json]: infer Value }
    ? Value
    : never;

type FormFields<Id extends OperationId> = Content<Id> extends { "multipart/form-data": infer Fields }
  ? Fields
  : never;

/** The form of an operation: a file, preferably a `File` with its name, and other fields. */
export type Form<Id extends OperationId> = Omit<FormFields<Id>, "file"> & { file: Blob };

/** A body in one of an operation's media types. */
export interface Upload<Type extends string> {
  contentType: Type;
  data: BodyInit;
}

type Answer<Id extends OperationId> = operations[Id] extends { responses: { 200: { content: infer Types } } }
  ? Types extends { [type in Json]: infer Value }
    ? Value
    : never
  : never;

/** The answer of an operation. */
export type Result<Id extends OperationId> = Without<Answer<Id>, components["schemas"]["AcceptedJob"]>;

/** The types of a union that are not exactly `Left`: `Exclude` would also drop those that only have its fields. */
type Without<All, Left> = All extends unknown ? (Equals<All, Left> extends true ? never : All) : never;
type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** An entry of the pages of an operation. */
export type Item<Id extends OperationId, Field extends string> = Answer<Id> extends {
  [field in Field]: (infer Entry)[];
}
  ? Entry
  : never;

/** Operations of one tag. */
export class Group {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Calls an operation. */
  protected call<Id extends OperationId>(
    id: Id,
    params: unknown,
    body: unknown,
    options: CallOptions,
  ): Promise<Result<Id>> {
    return this.#result(id, params, encode(id, body), options);
  }

  /** Calls an operation with a body that is sent as it is. */
  protected callContent<Id extends OperationId>(
    id: Id,
    params: unknown,
    content: Upload<string>,
    options: CallOptions,
  ): Promise<Result<Id>> {
    return this.#result(id, params, content, options);
  }

  /** Calls an operation as a job. */
  protected async start<Id extends OperationId>(
    id: Id,
    params: unknown,
    body: unknown,
    options: CallOptions,
  ): Promise<Job<Result<Id>>> {
    const headers = { ...options.headers, Prefer: "respond-async" };
    const sent = encode(id, body);
    const answer = await this.#send(id, params, sent, "application/json", { ...options, headers });
    return new Job(this.#transport, textOf(answer, await read(answer), "jobId"), SECRETS[id]);
  }

  /** Calls an operation, and returns its answer as a stream. */
  protected async download<Id extends OperationId>(
    id: Id,
    params: unknown,
    body: unknown,
    accept: string,
    options: CallOptions,
  ): Promise<Download> {
    return new Download(await this.#send(id, params, encode(id, body), accept, options));
  }

  /** Returns the entries of all pages; a page is requested when its first entry is. */
  protected async *iterate<Id extends OperationId, Entry>(
    id: Id,
    params: unknown,
    options: CallOptions,
  ): AsyncGenerator<Entry> {
    const facts: OperationFacts = OPERATIONS[id];
    const items = facts.items!;
    const asked = { ...(params as Record<string, unknown>) };
    for (;;) {
      const answer = await this.#send(id, asked, undefined, "application/json", options);
      const page = hideSecrets(await read(answer), SECRETS[id]);
      const entries = listOf(answer, page, items) as Entry[];
      yield* entries;
      if (facts.cursor) {
        const next = page[facts.cursor];
        if (typeof next !== "string") {
          return;
        }
        asked["cursor"] = next;
        delete asked["offset"];
      } else {
        const [number, limit, total] = [Number(page["page"]), Number(page["limit"]), Number(page["total"])];
        if (entries.length === 0 || number * limit >= total) {
          return;
        }
        asked["page"] = number + 1;
      }
    }
  }

  async #result<Id extends OperationId>(
    id: Id,
    params: unknown,
    body: RawBody | undefined,
    options: CallOptions,
  ): Promise<Result<Id>> {
    const answer = await this.#send(id, params, body, "application/json", options);
    const { mayBeList }: OperationFacts = OPERATIONS[id];
    return hideSecrets(await read(answer, mayBeList), SECRETS[id]) as Result<Id>;
  }

  #send(
    id: OperationId,
    params: unknown,
    body: RawBody | undefined,
    accept: string,
    options: CallOptions,
  ): Promise<Response> {
    return this.#transport.send(OPERATIONS[id], params as Record<string, unknown>, body, accept, options);
  }
}

/** Returns the body as it is sent. */
function encode(id: OperationId, body: unknown): RawBody | undefined {
  const facts: OperationFacts = OPERATIONS[id];
  if (body === undefined) {
    return undefined;
  }
  if (id === "uploadPoints" && Array.isArray((body as Partial<PointUpload> | null)?.data)) {
    return { contentType: "application/json", data: pointsJson(body as PointUpload) };
  }
  if (facts.inputs.includes("application/json")) {
    return json(body);
  }
  if (facts.inputs.includes("multipart/form-data")) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body as Record<string, Blob | string | null | undefined>)) {
      if (value instanceof Blob) {
        form.append(name, value);
      } else if (value !== undefined && value !== null) {
        form.append(name, value);
      }
    }
    return { data: form };
  }
  return body as Upload<string>;
}
