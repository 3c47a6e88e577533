// The program of the worker: it runs the calls of one library, one after another.

import { browserPort, nodeThreads, type Port } from "./host.js";
import { Instance } from "./instance.js";
import type { Command, Report } from "./protocol.js";

const port: Port = nodeThreads()?.parentPort ?? browserPort();
let instance: Instance | undefined;
let cancelled: Int32Array | undefined;

port.onReport((command) => {
  try {
    run(command as Command);
  } catch (error) {
    instance?.wipe();
    instance = undefined;
    report({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
});

function run(command: Command): void {
  if (command.kind === "start") {
    cancelled = command.cancelled;
    instance = new Instance(command.module);
    report({ kind: "started" });
  } else if (command.kind === "end") {
    instance?.wipe();
    instance = undefined;
    report({ kind: "ended" });
  } else {
    call(command.id, command.operation, command.request);
  }
}

function call(id: number, operation: string, request: Uint8Array<ArrayBuffer>): void {
  if (instance === undefined) {
    throw new Error("the library is over");
  }
  const flag = cancelled;
  const isCancelled = flag === undefined ? () => false : () => Atomics.load(flag, 0) === id;
  const { status, answer } = instance.call(operation, request, isCancelled);
  port.send({ kind: "returned", id, status, answer } satisfies Report, [answer.buffer]);
}

function report(report: Report): void {
  port.send(report, []);
}
