/** The answer that `public/start.js` requested before the scripts of the page were here. */

interface Early {
  path: string;
  answer: Promise<Response>;
}

declare global {
  var lockstepEarly: Early | undefined;
}

/** Takes the answer to a request, once; undefined if another was requested early, or none. */
export function takeEarly(
  url: string,
  { method = "GET", signal }: RequestInit = {},
): Promise<Response> | undefined {
  const early = globalThis.lockstepEarly;
  if (early === undefined || method !== "GET" || new URL(url).pathname !== early.path) {
    return undefined;
  }
  globalThis.lockstepEarly = undefined;
  return signal ? Promise.race([early.answer, aborted(signal)]) : early.answer;
}

/** Rejects when a request times out or is cancelled. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) {
      stop();
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
