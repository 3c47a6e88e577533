import type { Bytes } from "./frame.js";

/** The messages of a library to its worker. */
export type Command =
  | {
      kind: "start";
      module: WebAssembly.Module;
      /** Contains the id of the call that is cancelled; absent where memory cannot be shared. */
      cancelled: Int32Array | undefined;
    }
  | { kind: "call"; id: number; operation: string; request: Bytes }
  /** Wipes the memory, then answers. */
  | { kind: "end" };

/** The answers of a worker. */
export type Report =
  | { kind: "started" }
  | { kind: "returned"; id: number; status: number; answer: Bytes }
  /** The instance is over. */
  | { kind: "failed"; message: string }
  | { kind: "ended" };
