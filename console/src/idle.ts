/** Work that can wait until the page is drawn: what a person sees and uses first comes before it. */
import { useEffect, useState } from "react";

/** A browser that is never idle does the work after this time. */
const LATEST_MS = 2000;

/** Does work when the browser has nothing else to do; returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Not every browser says when it is idle.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Whether the browser has had time since the component was drawn. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
