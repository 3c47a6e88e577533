/** The newest signed checkpoint, and the browser's checks of it. */
import type { Result as Answer } from "@lockstep/client";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { api } from "../../../api/client";
import { saveBlob } from "../../../api/download";
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card, Facts, Row, Stack } from "../../../ui/Card";
import { Note, Problem } from "../../../ui/State";
import styles from "../Admin.module.css";
import type { SignedDocument } from "../users/user";
import { checkChain } from "./chain";
import { checkpointOf, keptDocument, type Verdict } from "./checkpoint";

type Verification = Answer<"verifyAuditLog">;

const TONES = { holds: "good", broken: "bad", unknown: "warn" } as const;

interface ChainProps {
  document: SignedDocument | null | undefined;
  /** The check of the entries of the page. */
  children: ReactNode;
}

export function Chain({ document, children }: ChainProps) {
  const t = useText();
  const texts = t.admin.audit;
  const input = useRef<HTMLInputElement>(null);
  const check = useMutation({ mutationFn: checkChain });
  const kept = useMutation({
    mutationFn: async (file: File) => {
      const read = keptDocument(await file.text());
      if (!read) {
        throw new Error(texts.noCheckpointFile);
      }
      return checkChain(read);
    },
  });
  const error = check.error ?? kept.error;
  return (
    <Card title={texts.chain} description={texts.chainText}>
      <Stack tight>
        {document ? <Figures document={document} /> : <p className="muted">{texts.noCheckpoint}</p>}
        <Row>
          {document && (
            <Button small busy={check.isPending} onClick={() => check.mutate(document)}>
              {texts.check}
            </Button>
          )}
          {document && (
            <Button small icon="export" onClick={() => save(document)}>
              {texts.save}
            </Button>
          )}
          <Button small busy={kept.isPending} onClick={() => input.current?.click()}>
            {texts.compare}
          </Button>
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            aria-label={texts.compare}
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) {
                kept.mutate(file);
              }
            }}
          />
        </Row>
        {check.data && <Result title={texts.newest} verdict={check.data} />}
        {kept.data && <Result title={texts.kept} verdict={kept.data} />}
        {error && <Problem error={error} />}
        {children}
        <WholeLog />
        <p className="muted">
          {texts.checkRest} <code>lockstep audit verify --checkpoint FILE</code>
        </p>
      </Stack>
    </Card>
  );
}

/** Lets the server verify every entry and the signatures of all checkpoints. */
function WholeLog() {
  const t = useText();
  const texts = t.admin.audit;
  const whole = useMutation({ mutationFn: () => api.administration.verifyAuditLog({ timeout: 60_000 }) });
  return (
    <>
      <div>
        <Button small busy={whole.isPending} onClick={() => whole.mutate()}>
          {texts.verifyAll}
        </Button>
      </div>
      {whole.isError && <Problem error={whole.error} />}
      {whole.data && (
        <div role="status">
          <WholeResult of={whole.data} />
        </div>
      )}
    </>
  );
}

function WholeResult({ of: { entries, erased, broken, intact, verifiedAt } }: { of: Verification }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.audit;
  return (
    <>
      <Note tone={intact ? "good" : "bad"}>
        {broken
          ? texts.brokenEntry(format.number(broken.sequence), broken.reason)
          : texts.intact(format.number(entries), format.dateTime(verifiedAt))}
      </Note>
      {erased > 0 && <p className="muted">{texts.erasedEntries(format.number(erased))}</p>}
    </>
  );
}

function save(document: SignedDocument): void {
  const number = checkpointOf(document)?.number ?? 0;
  const text = JSON.stringify(document, null, 2);
  saveBlob(new Blob([text], { type: "application/json" }), `checkpoint-${number}.json`);
}

function Figures({ document }: { document: SignedDocument }) {
  const t = useText();
  const format = useFormats();
  const checkpoint = checkpointOf(document);
  return checkpoint ? (
    <Facts
      rows={[
        [t.admin.audit.signedAt, format.dateTime(checkpoint.at)],
        [t.admin.audit.covers, t.admin.audit.entriesTo(format.number(checkpoint.entries))],
        [
          t.admin.audit.head,
          <span key="head" className={styles.mono}>
            {checkpoint.head}
          </span>,
        ],
        [
          t.admin.audit.key,
          <span key="key" className={styles.mono}>
            {document.key}
          </span>,
        ],
      ]}
    />
  ) : null;
}

function Result({ title, verdict }: { title: string; verdict: Verdict }) {
  const t = useText();
  return (
    <div role="status">
      <Stack tight>
        <h3>{title}</h3>
        <Note tone={TONES[verdict.head]}>{t.admin.audit.headFindings[verdict.head]}</Note>
        <Note tone={TONES[verdict.signature]}>{t.admin.audit.signatureFindings[verdict.signature]}</Note>
      </Stack>
    </div>
  );
}
