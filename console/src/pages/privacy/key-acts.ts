/** The actions on a key in each of its states. */

export type KeyAct = "rotate" | "suspend" | "resume" | "destroy" | "keep";

/** Returns the actions that the server accepts for a key. */
export function actsOf(status: string, isCurrent: boolean): KeyAct[] {
  switch (status) {
    case "active":
      return isCurrent ? ["rotate", "suspend", "destroy"] : ["suspend", "destroy"];
    case "rotated":
    case "expired":
      return ["suspend", "destroy"];
    case "suspended":
      return ["resume", "destroy"];
    case "revoked":
      return ["destroy"];
    case "pending_destruction":
      return ["keep"];
    default:
      return [];
  }
}

/** Keys have long ids: their last part tells them apart. */
export function shortKey(id: string): string {
  return `…${id.slice(-6)}`;
}
