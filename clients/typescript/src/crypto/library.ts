/// <reference lib="esnext.disposable" preserve="true" />

import { ClosedHandleError, CryptoError, InternalError, InvalidArgumentError, KINDS } from "./errors.js";
import { type Bytes, type Fields, fromFrame, toFrame } from "./frame.js";
import { compile, type ModuleSource } from "./host.js";
import { Session } from "./session.js";

/** Options of one call. */
export interface WorkOptions {
  /** Cancels the call, which throws the signal's reason. */
  signal?: AbortSignal;
}

/** The object of a session that a handle names. */
export interface Reference {
  readonly session: Session;
  readonly handle: number;
}

/**
 * A WebAssembly module in a worker of its own. Its calls take turns; another library runs beside it.
 *
 * The worker starts with the first call. After a failure a new one replaces it, and the objects of the old one are closed.
 */
export class WorkerLibrary {
  readonly #source: ModuleSource;
  #compiled: Promise<WebAssembly.Module> | undefined;
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  #isClosed = false;

  constructor(source: ModuleSource) {
    this.#source = source;
  }

  /** Starts the worker before the first call, and returns the operations that the module has. */
  async start(options?: WorkOptions): Promise<string[]> {
    return (await this.call("library", {}, options))["operations"] as string[];
  }

  /** Ends the worker, after the calls that wait, and wipes its memory. All objects of the library are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const session = await this.#opening?.catch(() => undefined);
    await session?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs an operation that needs no object. */
  async call(operation: string, fields: Fields, options?: WorkOptions): Promise<Fields> {
    options?.signal?.throwIfAborted();
    return callIn(await this.#current(), operation, fields, options);
  }

  /** Makes an object with an operation whose answer is its handle. */
  async create(operation: string, fields: Fields, options?: WorkOptions): Promise<Created> {
    options?.signal?.throwIfAborted();
    return createIn(await this.#current(), operation, fields, options);
  }

  async #current(): Promise<Session> {
    if (this.#isClosed) {
      throw new ClosedHandleError("the library is closed");
    }
    if (this.#session?.isOver) {
      this.#session = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<Session> {
    try {
      this.#compiled ??= compile(this.#source);
      this.#session = await Session.start(await this.#compiled);
      return this.#session;
    } catch (error) {
      this.#compiled = undefined;
      this.#opening = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      throw new CryptoError(`the WebAssembly module cannot be started: ${reason}`);
    }
  }
}

/** The answer of an operation that made an object. */
export type Created = Reference & Fields;

/** Runs an operation in a session. */
export async function callIn(
  session: Session,
  operation: string,
  fields: Fields,
  options?: WorkOptions,
): Promise<Fields> {
  const { status, answer } = await session.call(operation, toFrame(fields), options?.signal);
  if (status !== 0) {
    throw errorOf(status, new TextDecoder().decode(answer));
  }
  return read(answer);
}

/** Makes an object in a session. */
export async function createIn(
  session: Session,
  operation: string,
  fields: Fields,
  options?: WorkOptions,
): Promise<Created> {
  const answer = await callIn(session, operation, fields, options);
  return { ...answer, session, handle: answer["handle"] as number };
}

function read(answer: Bytes): Fields {
  try {
    return fromFrame(answer);
  } catch (error) {
    throw error instanceof InternalError ? error : new InternalError("the answer of the library is not JSON");
  } finally {
    answer.fill(0);
  }
}

function errorOf(status: number, text: string): CryptoError {
  return new (KINDS.get(status) ?? CryptoError)(text);
}

/** Closes the objects that nothing refers to any more. */
const collected = new FinalizationRegistry<Reference>(release);

function release({ session, handle }: Reference): void {
  callIn(session, "close", { handle }).catch(() => {}); // The session may be over, and its objects with it.
}

/** An object in the worker. `close`, or its end, releases it and wipes its secrets. */
export abstract class LibraryObject {
  readonly #reference: Promise<Reference>;
  #isClosed = false;

  protected constructor(reference: Reference | Promise<Reference>) {
    this.#reference = Promise.resolve(reference);
    this.#reference.then(
      (made) => collected.register(this, made, this),
      () => {}, // The first call throws it.
    );
  }

  /** Releases the object, after its calls that wait. */
  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    const reference = await this.#reference.catch(() => undefined);
    collected.unregister(this);
    if (reference !== undefined && !reference.session.isOver) {
      await callIn(reference.session, "close", { handle: reference.handle });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs an operation on the object. */
  protected async call(operation: string, fields: Fields = {}, options?: WorkOptions): Promise<Fields> {
    const { session, handle } = await this.reference();
    return callIn(session, operation, { handle, ...fields }, options);
  }

  /** Makes another object of this one. */
  protected async create(operation: string, fields: Fields = {}, options?: WorkOptions): Promise<Created> {
    const { session, handle } = await this.reference();
    return createIn(session, operation, { handle, ...fields }, options);
  }

  /** Returns where the object is. */
  async reference(): Promise<Reference> {
    if (this.#isClosed) {
      throw new ClosedHandleError(`this ${this.constructor.name} is closed`);
    }
    const reference = await this.#reference;
    if (reference.session.isOver) {
      throw new ClosedHandleError(`the worker of this ${this.constructor.name} ended`);
    }
    return reference;
  }

  /** Returns the handle of an argument, which has to be in the same worker as this object. */
  protected async handleOf(argument: LibraryObject, kind: Kind): Promise<number> {
    if (!(argument instanceof kind)) {
      throw new InvalidArgumentError(`a ${kind.name} is expected, not a ${typeof argument}`);
    }
    const [own, other] = [await this.reference(), await argument.reference()];
    if (own.session !== other.session) {
      throw new ClosedHandleError(`the ${kind.name} is of another library`);
    }
    return other.handle;
  }
}

/** A class of objects of the library. */
interface Kind {
  readonly name: string;
  [Symbol.hasInstance](value: unknown): boolean;
}
