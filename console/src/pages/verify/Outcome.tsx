/** The result of a verification, in words. */
import type { DocumentVerification } from "@lockstep/client/documents";
import type { ReactNode } from "react";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Facts } from "../../ui/Card";
import { Json } from "../../ui/Form";
import { Note } from "../../ui/State";
import { factsOf, grouped, reasonOf } from "./document";

/** Shows a result; null means that the text is not a document. */
export function Outcome({ of }: { of: DocumentVerification | null }) {
  const t = useText();
  if (of === null) {
    return <Note tone="bad">{t.verify.noDocument}</Note>;
  }
  if (!of.verified) {
    return (
      <>
        <Note tone="bad">{t.verify.fails}</Note>
        <p>{reasonOf(of.reason ?? "")}</p>
      </>
    );
  }
  return <Holds of={of} />;
}

function Holds({ of }: { of: DocumentVerification }) {
  const t = useText();
  const format = useFormats();
  const { statement, audience, nonce, setup, assurance, rest } = factsOf(of.says ?? {});
  const rows: [ReactNode, ReactNode][] = [
    [t.verify.format, of.format],
    [t.verify.signedAt, of.signedAt && format.dateTime(of.signedAt)],
    [t.verify.signer, <code key="signer">{grouped(of.attester ?? "")}</code>],
  ];
  if (statement !== undefined) {
    rows.push(
      [t.verify.audience, audience || t.verify.anybody],
      [t.verify.nonce, nonce || "–"],
      [t.verify.setup, setup],
      [t.verify.assurance, assurance],
    );
  }
  return (
    <>
      <Note tone="good">{t.verify.holds}</Note>
      {statement !== undefined && <p>{statement}</p>}
      <Facts rows={rows} />
      <details>
        <summary>{t.verify.content}</summary>
        <Json value={rest} />
      </details>
      <Note tone="warn">{t.verify.worth}</Note>
    </>
  );
}
