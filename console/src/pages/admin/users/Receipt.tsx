/** A signed receipt as people read it, and as a file. */
import { saveBlob } from "../../../api/download";
import { useText } from "../../../text";
import { Facts } from "../../../ui/Card";
import styles from "../Admin.module.css";
import { recordOf, type SignedDocument } from "./user";

/** Gives the receipt to the browser to save, as `lockstep verify` takes it. */
export function saveReceipt(id: string, document: SignedDocument): void {
  saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: "application/json" }), `${id}.json`);
}

export function Receipt({ id, document }: { id: string; document: SignedDocument }) {
  const t = useText();
  return (
    <>
      <Facts rows={[[t.admin.users.receipt, <code key="id">{id}</code>]]} />
      <section className={styles.code} tabIndex={0} aria-label={t.admin.users.receipt}>
        <code>{JSON.stringify(recordOf(document), null, 2)}</code>
      </section>
      <p className="muted">
        {t.admin.users.verifyHint} <code>lockstep verify {id}.json</code>
      </p>
    </>
  );
}
