/** Erases an account, and shows the signed receipt. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { TextField } from "../../../ui/Field";
import { Note, Problem } from "../../../ui/State";
import { Receipt, saveReceipt } from "./Receipt";
import type { User } from "./user";

interface Props {
  user: User;
  open: boolean;
  onCancel: () => void;
  /** Is called when the person closes the receipt. */
  onDone: () => void;
}

export function EraseUser({ user, open, onCancel, onDone }: Props) {
  const t = useText();
  const texts = t.admin.users;
  const [typed, setTyped] = useState("");
  const erase = useMutation({
    mutationFn: () => api.administration.deleteUser({ userId: user.id }),
    // The credentials of the account are gone: nothing requests them again.
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ["admin", "users"] });
      queryClient.invalidateQueries({ queryKey: ["admin", "erasures"] });
    },
  });
  const answer = erase.data;
  const name = user.username || user.id;
  const close = () => {
    setTyped("");
    if (answer) {
      onDone();
    } else {
      erase.reset();
      onCancel();
    }
  };
  const { receipt } = answer ?? {};
  return (
    <Dialog
      open={open}
      onClose={close}
      title={answer ? texts.erasedTitle : texts.eraseTitle(name)}
      sticky={answer !== undefined}
      locked={erase.isPending}
      actions={
        answer ? (
          <>
            {receipt && (
              <Button icon="export" onClick={() => saveReceipt(answer.receiptId, receipt)}>
                {texts.download}
              </Button>
            )}
            <Button look="primary" onClick={close}>
              {t.actions.close}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={erase.isPending} onClick={close}>
              {t.actions.cancel}
            </Button>
            <Button
              look="danger"
              busy={erase.isPending}
              disabled={typed !== name}
              onClick={() => erase.mutate()}
            >
              {texts.erase}
            </Button>
          </>
        )
      }
    >
      {answer ? (
        <>
          <Note tone={receipt ? "good" : "warn"}>{receipt ? texts.erasedText : texts.erasedLater}</Note>
          {receipt && <Receipt id={answer.receiptId} document={receipt} />}
        </>
      ) : (
        <>
          <p>{texts.eraseText}</p>
          <TextField
            label={texts.eraseType(name)}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          {erase.isError && <Problem error={erase.error} />}
        </>
      )}
    </Dialog>
  );
}
