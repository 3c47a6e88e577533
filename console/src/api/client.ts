/** The only client of the API. The browser sends the session's cookie; scripts never see a token. */
import { Lockstep } from "@lockstep/client";
import { noteServerTime } from "../clock";
import { takeEarly } from "./early";

/** Shows the server that a page of the console sent the request (see docs/console.md, security). */
const PROOF = { "Lockstep-Console": "1" };

/** Sends a request of the console: with the cookie of the session, and the proof that the cookie needs. */
export const consoleFetch: typeof fetch = async (input, init) => {
  const early = takeEarly(input instanceof Request ? input.url : String(input), init);
  if (early) {
    return noted(await early);
  }
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(PROOF)) {
    headers.set(name, value);
  }
  return noted(await fetch(input, { ...init, headers, credentials: "same-origin" }));
};

function noted(answer: Response): Response {
  noteServerTime(answer.headers.get("Date"));
  return answer;
}

/** Calls every operation of the API: `api.fitness.getMetrics(…)`. */
export const api = new Lockstep({ baseUrl: location.origin, fetch: consoleFetch, maxRetries: 1 });
