/** The actions on a key, including permanent revocation. */
import { actsOf, type KeyAct } from "../privacy/key-acts";

export type Act = KeyAct | "revoke";

export const ACTS: readonly Act[] = ["rotate", "suspend", "resume", "revoke", "destroy", "keep"];

/** Returns the actions that the server accepts for a key, in the order of `ACTS`. */
export function actsFor(status: string, isCurrent: boolean): Act[] {
  const known = actsOf(status, isCurrent);
  const mayRevoke = ["active", "rotated", "expired", "suspended"].includes(status);
  return ACTS.filter((act) => (act === "revoke" ? mayRevoke : known.includes(act)));
}
