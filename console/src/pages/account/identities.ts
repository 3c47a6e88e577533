/** The providers at which the account can sign in, and the identities that are linked to it. */

/** A configured provider, or one of which an identity is still linked. */
export interface LinkableProvider {
  name: string;
  label: string;
  /** The time when its identity was linked; null if the stored time is damaged; undefined without an identity. */
  linkedAt: string | null | undefined;
}

interface Provider {
  name: string;
  label: string;
}

interface Identity {
  provider: string;
  created_at?: string | null | undefined;
}

/**
 * Returns each provider of the console with its identity. An identity of a provider that is no longer configured stays in
 * the list, so that it can be unlinked.
 */
export function linkable(
  providers: readonly Provider[],
  identities: readonly Identity[],
): LinkableProvider[] {
  const linked = new Map(identities.map(({ provider, created_at }) => [provider, created_at ?? null]));
  const known = new Set(providers.map(({ name }) => name));
  const others = [...linked.keys()].filter((name) => !known.has(name));
  return [...providers, ...others.map((name) => ({ name, label: name }))].map(({ name, label }) => ({
    name,
    label,
    linkedAt: linked.get(name),
  }));
}
