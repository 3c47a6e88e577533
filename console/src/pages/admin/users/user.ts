/** Pure parts of the page Users. */
import type { Body, Result, Schema } from "@lockstep/client";

export type User = Result<"listUsers">["users"][number];
export type SignedDocument = Schema<"SignedDocument">;

export const ROLES = ["user", "auditor", "admin"] as const;
export const STATUSES = ["active", "suspended", "deleted"] as const;
export const TIERS = ["standard", "premium", "enterprise"] as const;

/** Returns the value if it is one of the known ones. */
export function oneOf<Value extends string>(
  known: readonly Value[],
  value: string | undefined | null,
): Value | undefined {
  return known.find((one) => one === value);
}

/** An act that needs the owner's proof on one's own account: the server refuses it here, and other pages ask for it. */
export type Act = "totp" | "erase";

/** Returns which of these acts an administrator can do with an account that is not erased: none with the own one. */
export function actsOn(user: Pick<User, "id" | "totpEnabled">, ownId: string): Act[] {
  if (user.id === ownId) {
    return [];
  }
  return user.totpEnabled ? ["totp", "erase"] : ["erase"];
}

/** The fields of an account that a form changes: those that differ, and those that are damaged. */
export function userChange(user: User, field: (name: string) => string): Body<"updateUser"> {
  const isDamaged = (name: string) => user.damagedFields?.includes(name) ?? false;
  const role = oneOf(ROLES, field("role"));
  const tier = oneOf(TIERS, field("tier"));
  const email = field("email").trim();
  return {
    ...(role && (role !== user.role || isDamaged("role")) && { role }),
    ...(tier && (tier !== user.tier || isDamaged("tier")) && { tier }),
    ...(email !== "" && email !== user.email && { email }),
    // A damaged status is shown as `active` or `suspended`: saving writes the shown status.
    ...(isDamaged("status") && user.status !== "deleted" && { status: user.status }),
  };
}

/** The fields of a receipt's signed text; empty if it is not an object. */
export function recordOf(document: SignedDocument): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(document.record);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
