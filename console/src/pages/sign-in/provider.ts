/** Signing in at an OpenID provider: the address of the callback, and the parameters that the provider sent to it. */
import { safeNext } from "./next";

const CALLBACK = "/sign-in/callback";

/** Returns the address to which a provider sends the person back. The operator lists it in `redirect_urls`. */
export function callbackAddress(origin: string): string {
  return origin + CALLBACK;
}

/** Returns the path of the page to show after the sign-in, as the server takes it: without the part after `#`. */
export function returnPath(next: string | undefined, origin: string): string {
  // A browser resolves `..` and encodes other characters: what it makes of the address is compared, not the text.
  const url = new URL(safeNext(next), origin);
  const path = url.pathname + url.search;
  return url.origin === origin && !url.pathname.includes("//") && path.length <= 2000 ? path : "/today";
}

/** Whether a page may open this address: no script. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ["https:", "http:"].includes(new URL(address).protocol);
}

/** What the person signs in at the provider for. */
export type Purpose = "sign-in" | "erasure" | "link";

/** The parameters of the redirect: a code, or the error of the provider (RFC 6749, section 4.1.2.1). */
export type Arrival =
  | { kind: "code"; state: string; code: string; iss?: string }
  | { kind: "refused"; isDenied: boolean }
  | { kind: "incomplete" };

/** Reads the query of the address to which the provider sent the person. */
export function readArrival(search: string): Arrival {
  const query = new URLSearchParams(search);
  const error = query.get("error");
  if (error !== null) {
    return { kind: "refused", isDenied: error === "access_denied" };
  }
  const [state, code, iss] = [query.get("state"), query.get("code"), query.get("iss")];
  return state && code ? { kind: "code", state, code, ...(iss && { iss }) } : { kind: "incomplete" };
}

let arrived: string | undefined;

/**
 * Keeps the query of the address to which the provider sent the person, and removes it from the address and the history.
 * Called before the router starts, which would replace the address.
 */
export function keepArrival(location: Location, history: History): void {
  if (location.pathname === CALLBACK) {
    arrived = location.search;
    history.replaceState(history.state, "", CALLBACK);
  }
}

/** Returns the parameters of the provider, once; undefined if the page was not opened by the provider. */
export function takeArrival(): Arrival | undefined {
  const search = arrived;
  arrived = undefined;
  return search ? readArrival(search) : undefined;
}

const PURPOSE_KEY = "lockstep.provider.purpose";

/** Notes the purpose in this tab until the provider sends the person back; it is not secret. */
export function notePurpose(purpose: Purpose): void {
  try {
    sessionStorage.setItem(PURPOSE_KEY, purpose);
  } catch {
    // Without storage, only sign-ins work: the server refuses a code that was meant for something else.
  }
}

/** Returns the noted purpose, once. */
export function takePurpose(): Purpose {
  try {
    const noted = sessionStorage.getItem(PURPOSE_KEY);
    sessionStorage.removeItem(PURPOSE_KEY);
    return noted === "erasure" || noted === "link" ? noted : "sign-in";
  } catch {
    return "sign-in";
  }
}
