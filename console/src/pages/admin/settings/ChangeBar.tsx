/** Stays at the bottom while there are changes, and shows each of them before they are sent together. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../../../api/query";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Facts, Row } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import { bodyOf } from "./draft";
import styles from "./Settings.module.css";
import { useShown } from "./shown";
import type { Form } from "./use-draft";

interface Props {
  form: Form;
  queryKey: readonly string[];
  send: (body: Record<string, unknown>) => Promise<object>;
  nameOf: (path: string) => string;
}

export function ChangeBar({ form, queryKey, send, nameOf }: Props) {
  const t = useText();
  const texts = t.admin.settings;
  const show = useShown();
  const { say } = useToasts();
  const [isShown, setShown] = useState(false);
  const save = useMutation({
    mutationFn: () => send(bodyOf(form.changes)),
    onSuccess: (now) => {
      queryClient.setQueryData(queryKey, now);
      form.discard();
      say(texts.saved);
      setShown(false);
    },
  });
  const close = () => {
    save.reset();
    setShown(false);
  };
  if (form.changes.length === 0 && !form.isWrong) {
    return null;
  }
  return (
    <>
      <section className={styles.bar} aria-label={texts.changesLabel}>
        <span>{form.isWrong ? texts.wrong : texts.changes(form.changes.length)}</span>
        <Row>
          <Button onClick={form.discard}>{texts.discard}</Button>
          <Button look="primary" disabled={form.isWrong} onClick={() => setShown(true)}>
            {texts.review}
          </Button>
        </Row>
      </section>
      <Dialog
        open={isShown}
        onClose={close}
        title={texts.reviewTitle}
        wide
        actions={
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
              {texts.send}
            </Button>
          </>
        }
      >
        <p>{texts.reviewText}</p>
        <Facts
          rows={form.changes.map(({ field, before, after }) => [
            nameOf(field.path),
            <span key="values" className="num">
              <del>{show(before, field)}</del>{" "}
              <ins className={styles.after}>
                {after === null && field.initial === undefined ? texts.restored : show(after, field)}
              </ins>
            </span>,
          ])}
        />
        {save.isError && <Problem error={save.error} />}
      </Dialog>
    </>
  );
}
