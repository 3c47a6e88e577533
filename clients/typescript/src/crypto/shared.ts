import type { ModuleSource } from "./host.js";
import { WorkerLibrary } from "./library.js";

/** Options of a library. */
export interface LibraryOptions {
  /** The WebAssembly module: its address, its bytes, or compiled. Default: the one in this package. */
  module?: ModuleSource;
}

/** The module `lockstep.wasm` in a worker of its own. Use several for calls at the same time. */
export class CryptoLibrary extends WorkerLibrary {
  constructor(options: LibraryOptions = {}) {
    super(options.module ?? new URL("./lockstep.wasm", import.meta.url));
  }
}

/** The library of all objects that are made without another one. */
export const sharedLibrary = new CryptoLibrary();

/** Options of a method that makes an object. */
export interface CreateOptions {
  /** The library of the object. Default: the shared one. */
  library?: CryptoLibrary;
  /** Cancels the call. */
  signal?: AbortSignal;
}

/** Returns the library that the options name. */
export function libraryOf(options: CreateOptions | undefined): CryptoLibrary {
  return options?.library ?? sharedLibrary;
}
