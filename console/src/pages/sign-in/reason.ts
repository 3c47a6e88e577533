/** Why a sign-in at a provider did not do what the person went there for. */
import { ApiError, AuthenticationError } from "@lockstep/client";
import { failure } from "../../api/query";
import { explainShortly } from "../../api/refusal";
import type { Catalogue } from "../../text";
import type { Arrival, Purpose } from "./provider";

/** Whether the server wants a code of two-step sign-in. */
export function asksForCode(error: Error | null): boolean {
  return error instanceof AuthenticationError && error.code === "TOTP_REQUIRED";
}

interface Attempted {
  arrival: Arrival;
  purpose: Purpose;
  error: Error | null;
  hasCode: boolean;
}

/** Returns what went wrong, in words for the person; undefined while nothing did. */
export function reason({ arrival, purpose, error, hasCode }: Attempted, t: Catalogue): string | undefined {
  switch (arrival.kind) {
    case "refused":
      return arrival.isDenied ? t.signIn.provider.denied : t.signIn.provider.refused;
    case "incomplete":
      return t.signIn.provider.incomplete;
    case "code":
      break;
  }
  if (!error || asksForCode(error)) {
    return undefined;
  }
  if (hasCode && error instanceof AuthenticationError) {
    return t.signIn.wrongCode;
  }
  const { kind, parameter } = failure(error);
  // The code is that of the provider, which works once and for a short time.
  if (parameter === "state" || parameter === "code") {
    return t.signIn.provider.ended;
  }
  if (purpose === "link" && error instanceof ApiError && error.status === 409) {
    return t.account.identities.taken;
  }
  if (purpose === "sign-in" && kind === "forbidden") {
    return t.signIn.provider.unknown;
  }
  return explainShortly(error, t);
}
