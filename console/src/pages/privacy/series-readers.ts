/** Who can read a series: rules over what the API lists. */
import type { Result } from "@lockstep/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { everyPage, everyPart } from "../../api/pages";
import { type CertifiedSeries, certifiedSeries } from "../market/offers";

/** A purchase by which a buyer can read a copy now. */
type Grant = Result<"listDataGrants">["grants"][number];
type Agent = Result<"listCustomAgents">["agents"][number];
type ApiKey = Pick<Result<"listApiKeys">["apiKeys"][number], "name" | "scopes" | "expiresAt">;

export const apiKeysQuery = queryOptions({
  queryKey: ["api-keys"],
  queryFn: async ({ signal }) => {
    const read = (page: number) => api.apiKeys.listApiKeys({ page, limit: 100 }, { signal });
    return { apiKeys: await everyPage(read, (page) => page.apiKeys) };
  },
});

/** The readers besides API keys, for every series of the account. */
export type Readers = Awaited<ReturnType<typeof readReaders>>;

export async function readReaders(signal: AbortSignal) {
  const [grants, { agents }, { total }] = await Promise.all([
    everyPart(
      (cursor) => api.marketplace.listDataGrants({ limit: 100, ...(cursor && { cursor }) }, { signal }),
      (page) => page.grants,
    ),
    api.agents.listCustomAgents({ signal }),
    api.auth.listSessions({ limit: 1 }, { signal }),
  ]);
  const copies = new Map<string, CertifiedSeries[]>();
  for (const id of new Set(grants.flatMap(({ tokenId }) => tokenId ?? []))) {
    copies.set(id, certifiedSeries(await api.marketplace.getTokenCertificate({ id }, { signal })));
  }
  return { grants, copies, agents, signIns: total };
}

export const readersQuery = queryOptions({
  queryKey: ["readers"],
  queryFn: ({ signal }) => readReaders(signal),
  // Somebody may have bought since.
  staleTime: 0,
});

/** Whether a credential with these rights may read measurements: an empty list is every right, and writing includes reading. */
export function mayReadMeasurements(scopes: readonly string[]): boolean {
  return scopes.length === 0 || scopes.some((scope) => scope === "fitness:read" || scope === "fitness:write");
}

/** Returns the names of the programs that can read measurements at a time, in milliseconds since 1970. */
export function programsOf(apiKeys: readonly ApiKey[], now: number): string[] {
  const mayRead = ({ scopes, expiresAt }: ApiKey) =>
    mayReadMeasurements(scopes) && !(expiresAt && Date.parse(expiresAt) <= now);
  return apiKeys.filter(mayRead).map(({ name }) => name);
}

/** Whether nothing is decrypted with a key in this state: with every other one, its owner and those who may read do. */
export function isStopped(status: string): boolean {
  return !["pending", "active", "rotated", "expired"].includes(status);
}

interface Series {
  type: string;
  device: string;
  start: string;
  end: string;
}

/** Whether a copy has points of a series. Its mode does not count: the series may have been moved to another since. */
function isOf(copy: CertifiedSeries, { type, device, start, end }: Series): boolean {
  return (
    copy.type === type &&
    copy.device === device &&
    Date.parse(copy.first) <= Date.parse(end) &&
    Date.parse(copy.last) >= Date.parse(start)
  );
}

/** Returns the purchases whose copies have points of a series. */
export function grantsOf(
  series: Series,
  grants: readonly Grant[],
  copies: ReadonlyMap<string, readonly CertifiedSeries[]>,
): Grant[] {
  return grants.filter(({ tokenId }) => copies.get(tokenId ?? "")?.some((copy) => isOf(copy, series)));
}

/**
 * Returns the names of the custom agents that may send values to a language model on another machine. The API does not say it of
 * core agents.
 */
export function sharingAgents(agents: readonly Agent[]): string[] {
  return agents.filter(({ configuration }) => configuration?.shareData).map(({ name }) => name);
}
