import { after } from "./answer.js";
import { errorWith, type LockstepError, MalformedMessageError, REMEDY, TimeoutError } from "./errors.js";
import type { components } from "./generated/schema.js";

/** A message of a socket. */
export interface Message {
  /** The id for `lastEventId`. */
  id?: string;
}

/** How a socket begins and ends. */
interface SocketOptions {
  /** Ends the socket. */
  signal: AbortSignal | undefined;
  /** The frame that subscribes to messages, where the socket needs one. */
  subscription: object | undefined;
  /** The milliseconds until the socket must be open, and its subscription accepted. */
  limit: number;
}

/** So many messages wait for a slow loop; then the socket is closed, and opened again after them. */
const MOST_WAITING = 1000;

/** A queue between the events of a socket and the loop that takes them. */
export class Socket {
  /** The close code; 1006 if the socket was never open. */
  code = 1006;
  /** Whether the server accepted the handshake. */
  wasOpen = false;
  /** Whether the socket was closed because the loop did not keep up. */
  isSlow = false;
  readonly #waiting: Message[] = [];
  readonly #socket: WebSocket;
  /** Ends the limit of time, when the socket is open and its subscription accepted. */
  readonly #keep: () => void;
  readonly #isSubscribing: boolean;
  /** The error that the loop throws after the waiting messages. */
  #error: LockstepError | undefined;
  #isClosed = false;
  #wake: () => void = () => {};

  constructor(socket: WebSocket, { signal, subscription, limit }: SocketOptions) {
    this.#socket = socket;
    this.#isSubscribing = subscription !== undefined;
    this.#keep = after(limit, () => this.#fail(new TimeoutError(limit)));
    const stop = () => this.#close();
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) {
      stop();
    }
    socket.addEventListener("open", () => {
      this.wasOpen = true;
      if (subscription === undefined) {
        this.#keep();
      } else {
        socket.send(JSON.stringify(subscription));
      }
    });
    socket.addEventListener("message", ({ data }) => this.#take(data));
    socket.addEventListener("error", () => {}); // A `close` event follows.
    socket.addEventListener("close", ({ code }) => {
      signal?.removeEventListener("abort", stop);
      this.code = code;
      this.#close();
    });
  }

  /** Returns the messages until the socket closes; throws if it cannot continue. */
  async *messages(): AsyncGenerator<Message> {
    try {
      for (;;) {
        const message = this.#waiting.shift();
        if (message !== undefined) {
          yield message;
        } else if (this.#error) {
          throw this.#error;
        } else if (this.#isClosed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      this.#close();
    }
  }

  #take(data: unknown): void {
    if (this.#isClosed) {
      return; // The next socket continues after the last message that waits.
    }
    const message = parse(data);
    if (message === undefined) {
      this.#fail(new MalformedMessageError(`a message of the socket is not a JSON object: ${REMEDY}`));
    } else if (this.#isSubscribing && message.id === undefined) {
      this.#answered(message);
    } else if (this.#waiting.length >= MOST_WAITING) {
      this.isSlow = true;
      this.#close();
    } else {
      this.#waiting.push(message);
      this.#wake();
    }
  }

  /** Takes the server's answer to the subscription. */
  #answered(frame: Message & { type?: unknown; error?: unknown; status?: unknown }): void {
    if (frame.type === "error" && typeof frame.error === "object" && frame.error !== null) {
      const status = typeof frame.status === "number" ? frame.status : 400;
      this.#fail(errorWith(status, frame.error as components["schemas"]["ErrorDetail"]));
    } else if (frame.type === "subscribed") {
      this.#keep();
    }
  }

  #fail(error: LockstepError): void {
    this.#error ??= error;
    this.#close();
  }

  /** Closes the socket, and wakes the loop: a server that is away may never confirm it. */
  #close(): void {
    this.#keep();
    this.#isClosed = true;
    this.#socket.close(1000);
    this.#wake();
  }
}

/** Returns a message; undefined if it is not a JSON object. */
function parse(data: unknown): Message | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return undefined;
    }
    return value as Message;
  } catch {
    return undefined;
  }
}
