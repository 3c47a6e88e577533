import type { Bytes } from "./frame.js";

const ABI_VERSION = 1;
/** The maximum number of bytes that `crypto.getRandomValues` fills at once. */
const MAX_ENTROPY_BYTES = 65_536;

/** The exports of a module. */
interface Exports {
  memory: WebAssembly.Memory;
  lockstep_abi_version(): number;
  lockstep_alloc(length: number): number;
  lockstep_free(pointer: number, length: number): void;
  lockstep_cancellation_new(): bigint;
  lockstep_cancellation_free(token: bigint): number;
  lockstep_call(
    operation: number,
    operationLength: number,
    request: number,
    requestLength: number,
    token: bigint,
    answer: number,
  ): number;
}

/** What an operation returned: an answer if the status is 0, else a text. */
export interface Outcome {
  status: number;
  answer: Bytes;
}

/** An instance of the WebAssembly module, for one thread. Its calls block the thread. */
export class Instance {
  readonly #exports: Exports;
  #isCancelled: () => boolean = () => false;

  constructor(module: WebAssembly.Module) {
    const imports = {
      entropy: (pointer: number, length: number) => this.#fill(pointer >>> 0, length >>> 0),
      is_cancelled: () => (this.#isCancelled() ? 1 : 0),
    };
    const { exports } = new WebAssembly.Instance(module, { lockstep: imports });
    this.#exports = exports as unknown as Exports;
    const version = this.#exports.lockstep_abi_version();
    if (version !== ABI_VERSION) {
      throw new Error(`the module has the interface ${version}, this package needs ${ABI_VERSION}`);
    }
  }

  /** Runs an operation, and wipes the request. An exception ends the instance: call `wipe`. */
  call(operation: string, request: Bytes, isCancelled: () => boolean): Outcome {
    const { lockstep_call, lockstep_free, lockstep_cancellation_new, lockstep_cancellation_free } =
      this.#exports;
    this.#isCancelled = isCancelled;
    const token = lockstep_cancellation_new();
    const places = [new TextEncoder().encode(operation), request, new Uint8Array(8)].map((bytes) =>
      this.#write(bytes),
    );
    request.fill(0);
    const [name, sent, out] = places as [Place, Place, Place];
    const status = lockstep_call(name.pointer, name.length, sent.pointer, sent.length, token, out.pointer);
    // The memory may have grown, which detaches earlier views of it.
    const { buffer } = this.#exports.memory;
    const view = new DataView(buffer, out.pointer, 8);
    const [pointer, length] = [view.getUint32(0, true), view.getUint32(4, true)];
    const answer = new Uint8Array(buffer as ArrayBuffer, pointer, length).slice();
    lockstep_free(pointer, length);
    for (const place of places) {
      lockstep_free(place.pointer, place.length);
    }
    lockstep_cancellation_free(token);
    return { status, answer };
  }

  /** Overwrites the memory, with all keys in it. The instance cannot be used after it. */
  wipe(): void {
    new Uint8Array(this.#exports.memory.buffer).fill(0);
  }

  /** The bytes of the memory. It never becomes smaller. */
  get memorySize(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #write(bytes: Uint8Array): Place {
    const { length } = bytes;
    const pointer = this.#exports.lockstep_alloc(length) >>> 0;
    if (pointer === 0) {
      throw new Error("the memory of the library is full");
    }
    new Uint8Array(this.#exports.memory.buffer, pointer, length).set(bytes);
    return { pointer, length };
  }

  #fill(pointer: number, length: number): number {
    const { buffer } = this.#exports.memory;
    try {
      for (let at = 0; at < length; at += MAX_ENTROPY_BYTES) {
        const size = Math.min(MAX_ENTROPY_BYTES, length - at);
        crypto.getRandomValues(new Uint8Array(buffer as ArrayBuffer, pointer + at, size));
      }
      return 0;
    } catch {
      return 1;
    }
  }
}

interface Place {
  pointer: number;
  length: number;
}
