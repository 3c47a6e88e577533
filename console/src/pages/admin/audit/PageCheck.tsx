/** Lets the browser compute the hashes of the entries of the page, and of the chain from them to the checkpoint. */
import { useMutation } from "@tanstack/react-query";
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Badge } from "../../../ui/Card";
import { Note, Problem } from "../../../ui/State";
import type { SignedDocument } from "../users/user";
import { checkPage, type PageResult } from "./chain";
import type { Finding } from "./checkpoint";
import type { Entry } from "./proof";

const TONES = { holds: "good", broken: "bad", unknown: "warn" } as const;

interface PageCheckProps {
  entries: readonly Entry[];
  document: SignedDocument | null | undefined;
}

export function PageCheck({ entries, document }: PageCheckProps) {
  const texts = useText().admin.audit;
  const check = useMutation({ mutationFn: () => checkPage(entries, document ?? undefined) });
  return (
    <>
      <div>
        <Button small busy={check.isPending} disabled={entries.length === 0} onClick={() => check.mutate()}>
          {texts.checkPage}
        </Button>
      </div>
      {check.isError && <Problem error={check.error} />}
      {check.data && (
        <div role="status">
          <PageNotes result={check.data} />
        </div>
      )}
    </>
  );
}

function PageNotes({ result: { page, signature } }: { result: PageResult }) {
  const texts = useText().admin.audit;
  const format = useFormats();
  return (
    <>
      {page.kind === "holds" && (
        <Note tone="good">
          {texts.pageHolds(format.number(page.total), format.number(page.links), format.number(page.covered))}
        </Note>
      )}
      {page.kind === "broken" && <Note tone="bad">{texts.pageBroken(format.number(page.at))}</Note>}
      {page.kind === "tooLong" && <Note tone="warn">{texts.pageTooLong}</Note>}
      {page.kind === "unknown" && <Note tone="warn">{texts.pageUnknown}</Note>}
      {signature && <Note tone={TONES[signature]}>{texts.signatureFindings[signature]}</Note>}
    </>
  );
}

/** What the browser found of one entry. */
export function EntryBadge({ finding }: { finding: Finding | undefined }) {
  const texts = useText().admin.audit;
  return finding ? <Badge tone={TONES[finding]}>{texts.entryFindings[finding]}</Badge> : null;
}
