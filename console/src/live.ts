/** New points as the server stores them, over its socket. */
import { AuthenticationError, LockstepError, type StreamMessage } from "@lockstep/client";
import { useEffect, useRef } from "react";
import { api } from "./api/client";

/** A point of the stream. */
export interface LivePoint {
  type: string;
  timestamp: string;
  value: number;
  unit: string | null;
}

const PAUSE_MS = 30_000;

/** Returns the point of a message; undefined for messages of other kinds, also of kinds that are not known yet. */
export function pointOf(message: StreamMessage): LivePoint | undefined {
  const payload: unknown = message.payload;
  if (message.type !== "data" || typeof payload !== "object" || payload === null) {
    return undefined;
  }
  const { type, timestamp, value, unit } = payload as Record<string, unknown>;
  return typeof type === "string" && typeof timestamp === "string" && typeof value === "number"
    ? { type, timestamp, value, unit: typeof unit === "string" ? unit : null }
    : undefined;
}

/** Live values begin this time after the page is complete: the stored values come first. */
const BEGIN_MS = 2000;

/** Calls `take` with each new point of a type while the page is shown, soon after it is complete. */
export function useLivePoints(type: string, isComplete: boolean, take: (point: LivePoint) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isComplete) {
      return;
    }
    const ended = new AbortController();
    const timer = setTimeout(() => listen(type, (point) => latest.current(point), ended.signal), BEGIN_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [type, isComplete]);
}

async function listen(type: string, take: (point: LivePoint) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const message of api.stream({ signal })) {
        const point = pointOf(message);
        if (point?.type === type) {
          take(point);
        }
      }
    } catch (error) {
      // The page works without live values. A renewed session closes the socket of the former one.
      if (!(error instanceof LockstepError) && !signal.aborted) {
        throw error;
      }
      if (error instanceof AuthenticationError && !document.hasFocus()) {
        return;
      }
    }
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
    });
  }
}
