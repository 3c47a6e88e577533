/** Whether the clock of this device agrees with that of the server. Days, sessions and validities depend on it. */
import { useSyncExternalStore } from "react";

/** The two clocks at the same moment, in milliseconds. */
export interface Clocks {
  device: number;
  server: number;
}

/** Answers can be late, and `Date` has whole seconds: a smaller difference says nothing. */
const TOLERANCE_MS = 5 * 60_000;
/** A difference that changes by less is the same one. */
const SAME_MS = 60_000;

let apart: Clocks | undefined;
const listeners = new Set<() => void>();

/** Returns the clocks to show after an answer; undefined while they agree. `before` are those that are shown now. */
export function compared(before: Clocks | undefined, server: number, device: number): Clocks | undefined {
  const difference = device - server;
  if (Number.isNaN(difference) || Math.abs(difference) < TOLERANCE_MS) {
    return undefined;
  }
  const isSame = before && Math.abs(before.device - before.server - difference) < SAME_MS;
  return isSame ? before : { device, server };
}

/** Takes the header `Date` of an answer of the API, which no cache keeps. */
export function noteServerTime(date: string | null): void {
  const next = date === null ? apart : compared(apart, Date.parse(date), Date.now());
  if (next !== apart) {
    apart = next;
    for (const listener of listeners) {
      listener();
    }
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns both clocks when they differ; undefined while they agree. */
export function useClocksApart(): Clocks | undefined {
  return useSyncExternalStore(subscribe, () => apart);
}
