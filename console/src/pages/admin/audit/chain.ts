/** The checks of the audit log in the browser: the signing key, and the entry that a signed checkpoint covers. */
import type { Result } from "@lockstep/client";
import { api } from "../../../api/client";
import { sha256 } from "../../../digest";
import type { SignedDocument } from "../users/user";
import { type Checkpoint, checkpointOf, type Verdict, verdict } from "./checkpoint";

type Entry = Result<"readAuditLog">["logs"][number];

const PAGE = 100;
/** Entries of the second after a checkpoint may come before it in the list. */
const MOST_PAGES = 20;

/** Checks a signed checkpoint against the log as the server shows it now. */
export async function checkChain(document: SignedDocument): Promise<Verdict> {
  const checkpoint = checkpointOf(document);
  if (!checkpoint) {
    return { key: "unknown", head: "unknown" };
  }
  const [attestation, fingerprint, entry] = await Promise.all([
    api.encryption.getAttestationKey(),
    fingerprintOf(document.publicKey),
    entryAt(checkpoint),
  ]);
  return verdict(document, checkpoint, {
    installation: attestation.installation,
    platformKey: attestation.fingerprint,
    fingerprint,
    headHash: entry?.hash,
  });
}

/** Finds the entry that the checkpoint covers: the newest one at its time, or one shortly before in the list. */
async function entryAt({ entries, at }: Checkpoint): Promise<Entry | undefined> {
  const until = new Date(Date.parse(at) + 1000).toISOString();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { logs } = await api.administration.readAuditLog({
      filters: { dateRange: `1970-01-01T00:00:00Z/${until}` },
      limit: PAGE,
      page,
    });
    const found = logs.find((entry) => entry.sequence === entries);
    const last = logs.at(-1);
    if (found || !last || last.sequence < entries) {
      return found;
    }
  }
  return undefined;
}

/** Returns the SHA-256 of a public key; undefined where the browser does not compute it. */
function fingerprintOf(publicKey: string): Promise<string | undefined> {
  return sha256(Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0)));
}
