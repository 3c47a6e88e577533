// Workers and files in Node and in browsers. Node's modules are not imported, because bundlers for browsers refuse them.

/** The other end of a channel between threads. */
export interface Port {
  send(message: object, transfer: ArrayBuffer[]): void;
  onReport(receive: (message: unknown) => void): void;
}

/** A worker, as its creator sees it. */
export interface WorkerPort extends Port {
  /** Is called if the worker does not run any more. */
  onFailure(fail: (message: string) => void): void;
  /** Ends the thread at once. */
  terminate(): void;
  /** Tells whether the process has to wait for the worker. Browsers do not need it. */
  setBusy(isBusy: boolean): void;
}

interface NodePort {
  postMessage(message: object, transfer: ArrayBuffer[]): void;
  on(event: string, listener: (value: never) => void): void;
}

interface NodeWorker extends NodePort {
  terminate(): Promise<number>;
  ref(): void;
  unref(): void;
}

interface NodeThreads {
  Worker: new (url: URL, options: { execArgv: string[] }) => NodeWorker;
  parentPort: Port | null;
}

interface Builtins {
  getBuiltinModule?(name: string): unknown;
}

function builtin<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: Builtins };
  return process?.getBuiltinModule?.(name) as T | undefined;
}

/** Returns the threads of Node, with the port of this one if it is a worker. */
export function nodeThreads(): NodeThreads | undefined {
  const threads = builtin<{ Worker: NodeThreads["Worker"]; parentPort: NodePort | null }>(
    "node:worker_threads",
  );
  if (threads === undefined) {
    return undefined;
  }
  const { Worker, parentPort } = threads;
  return { Worker, parentPort: parentPort && nodePort(parentPort) };
}

function nodePort(port: NodePort): Port {
  return {
    send: (message, transfer) => port.postMessage(message, transfer),
    onReport: (receive) => port.on("message", receive),
  };
}

/** Returns the port of this thread, which is a worker of a browser. */
export function browserPort(): Port {
  return browserEnd(globalThis as unknown as Worker);
}

function browserEnd(end: Worker): Port {
  return {
    send: (message, transfer) => end.postMessage(message, transfer),
    onReport: (receive) => end.addEventListener("message", (event) => receive(event.data)),
  };
}

/** In a constant, so that bundlers do not copy the file for Node. */
const PROGRAM = "./worker.js";

/** Starts a thread with the program `worker.js`. */
export function startWorker(): WorkerPort {
  const threads = nodeThreads();
  if (threads !== undefined) {
    // Flags of the process, such as `--input-type`, are not for this program.
    const worker = new threads.Worker(new URL(PROGRAM, import.meta.url), { execArgv: [] });
    worker.unref();
    return {
      ...nodePort(worker),
      onFailure(fail) {
        worker.on("error", (error: Error) => fail(error.message));
        worker.on("exit", () => fail("the worker ended"));
      },
      terminate: () => void worker.terminate(),
      setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    };
  }
  // Bundlers look for exactly this expression.
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return {
    ...browserEnd(worker),
    onFailure: (fail) =>
      worker.addEventListener("error", (event) => fail(event.message || "the worker cannot be loaded")),
    terminate: () => worker.terminate(),
    setBusy: () => {},
  };
}

/** Where a module is: an address, its bytes, or compiled. */
export type ModuleSource = string | URL | BufferSource | WebAssembly.Module;

/** Compiles a module. */
export async function compile(source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (typeof source !== "string" && !(source instanceof URL)) {
    return WebAssembly.compile(source);
  }
  const url = new URL(source, import.meta.url);
  const files = builtin<{ readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> }>("node:fs/promises");
  if (files !== undefined && url.protocol === "file:") {
    return WebAssembly.compile(await files.readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} answers ${response.status}`);
  }
  // `compileStreaming` would need the media type application/wasm, which not every server knows.
  return WebAssembly.compile(await response.arrayBuffer());
}
