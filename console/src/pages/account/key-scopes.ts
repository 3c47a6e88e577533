/** The rights of a new API key. */

export const AREAS = ["fitness", "platform", "agents", "encryption"] as const;

/** Returns the scopes that a form chooses. The API reads an empty list as every right, so no key is made with it. */
export function scopesOf(access: (area: string) => unknown): string[] {
  return AREAS.flatMap((area) => {
    const chosen = access(area);
    return chosen === "read" || chosen === "write" ? [`${area}:${chosen}`] : [];
  });
}
