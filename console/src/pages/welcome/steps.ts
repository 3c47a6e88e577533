/** The first steps of an account. */
import type { Account } from "../../session";

export type Step = "password" | "rootKey" | "profile" | "import";

/** Returns the steps for a role: only an administrator is responsible for the root key. */
export function stepsOf(role: Account["role"]): readonly Step[] {
  return role === "admin" ? ["password", "rootKey", "profile", "import"] : ["password", "profile", "import"];
}
