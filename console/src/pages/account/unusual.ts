/** Unusual sign-ins in words: the event, and what its reader can do. */
import type { Result } from "@lockstep/client";
import type { Catalogue } from "../../text";

export type Finding = Result<"listUnusualSignIns">["findings"][number];

/** The event, and the advice to the owner of the account. */
export interface FindingText {
  event: string;
  advice: string;
}

/** Describes a finding. `number` writes the number of attempts. */
export function findingText(finding: Finding, t: Catalogue, number: (value: number) => string): FindingText {
  const { events, advice } = t.account.unusual;
  const event =
    finding.kind === "wrongCodes" ? events.wrongCodes(number(finding.count)) : events[finding.kind];
  return { event, advice: advice[finding.kind] };
}
