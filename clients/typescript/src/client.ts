import { Download } from "./answer.js";
import {
  type AgentUpdate,
  type ChannelMessage,
  type ChannelName,
  type DatasetUpdate,
  type ListenOptions,
  listen,
  type StreamMessage,
} from "./events.js";
import { Operations } from "./generated/operations.js";
import {
  type CallOptions,
  type ClientOptions,
  json as jsonBody,
  type RawBody,
  Transport,
} from "./transport.js";

/** The parts of a request that this version of the package has no method for. */
export interface RequestOptions extends CallOptions {
  /** The parameters of the query. */
  query?: Readonly<Record<string, string | number | boolean | Date | null | undefined>>;
  /** A body that is sent as JSON. */
  json?: unknown;
  /** A body in another media type. */
  content?: RawBody;
  /** The media type of the answer. Default: `application/json`. */
  accept?: string;
}

/**
 * A client of one Lockstep server.
 *
 * The operations are in groups, by the tags of the API's document: `client.fitness.readPoints()`,
 * `client.datasets.createDataset()`. A call returns the answer, or throws an `ApiError`.
 */
export class Lockstep extends Operations {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /**
   * Returns new points, insights, metrics and activities of the account as they are stored, each once and in order.
   * A lost connection is opened again, and continues after the last message.
   */
  stream(options: ListenOptions = {}): AsyncGenerator<StreamMessage> {
    return listen(this.#transport, { path: "/v1/sfdp/stream" }, options);
  }

  /** Returns updates about the account's agents in the same way: answers, deployments and changes of their status. */
  agentUpdates(options: ListenOptions = {}): AsyncGenerator<AgentUpdate> {
    return listen(this.#transport, { path: "/v1/agents/websocket" }, options);
  }

  /**
   * Returns the messages of channels in the same way. Every account may listen to `marketplace`; `analytics`, `alerts`,
   * `system-health` and `audit-logs` are for administrators and auditors.
   */
  channels(names: readonly ChannelName[], options: ListenOptions = {}): AsyncGenerator<ChannelMessage> {
    return listen(
      this.#transport,
      { path: "/v1/ws", subscription: { type: "subscribe", channels: names } },
      options,
    );
  }

  /** Returns the changes of a dataset in the same way; without an id, those of all datasets of the account. */
  datasetUpdates(datasetId?: string, options: ListenOptions = {}): AsyncGenerator<DatasetUpdate> {
    const subscription = { type: "subscribe", channel: "dataset_updates", dataset_id: datasetId };
    return listen(this.#transport, { path: "/api/ws", subscription }, options);
  }

  /**
   * Sends a request that this version of the package has no method for, and returns its answer as a stream.
   *
   * The path is that of the API, such as `/v1/sfdp/data`. Credentials, retries and errors are those of the other calls.
   */
  async request(method: string, path: string, request: RequestOptions = {}): Promise<Download> {
    const { query = {}, json, content, accept = "application/json", ...options } = request;
    if (!path.startsWith("/")) {
      throw new TypeError(`the path of a request must begin with /, and is ${path}`);
    }
    const facts = {
      method: method.toUpperCase(),
      path,
      pathNames: [],
      queryNames: Object.keys(query),
      inputs: [],
      outputs: [accept],
      takesIdempotencyKey: options.idempotencyKey !== undefined,
      runsAsJob: false,
      isOpen: false,
    };
    const body = json === undefined ? content : jsonBody(json);
    return new Download(await this.#transport.send(facts, query, body, accept, options));
  }
}
