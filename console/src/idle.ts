/** Work that can wait until the page is drawn: what a person sees and uses first comes before it. */
import { useEffect, useState } from "react";

/** A browser that is never idle does the work after this time. */
const LATEST_MS = 2000;

/** After the first time, what is done at once keeps nothing else waiting. */
let hasBeenIdle = false;

/** Does work when the browser has nothing else to do; returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  const run = () => {
    hasBeenIdle = true;
    work();
  };
  // Not every browser says when it is idle.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Whether the browser has had time since the console was opened. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(hasBeenIdle);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
