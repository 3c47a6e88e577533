/** The rights of API keys. */
import type { Catalogue } from "../../text";
import { named } from "../../text/named";

export const AREAS = ["fitness", "platform", "agents", "encryption"] as const;

/** Returns the scopes that a form chooses. The API reads an empty list as every right, so no key is made with it. */
export function scopesOf(access: (area: string) => unknown): string[] {
  return AREAS.flatMap((area) => {
    const chosen = access(area);
    return chosen === "read" || chosen === "write" ? [`${area}:${chosen}`] : [];
  });
}

/** Returns the rights of a key in words, such as `fitness data: read`. */
export function rightsText(scopes: readonly string[], t: Catalogue): string {
  return scopes
    .map((scope) => {
      const [area = "", access = ""] = scope.split(":");
      return `${named(t.account.areas, area) ?? area}: ${named(t.account.access, access) ?? access}`;
    })
    .join(", ");
}
