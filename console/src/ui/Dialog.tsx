/** Dialogs: the browser's own element keeps the focus inside, closes with Esc and makes the page behind inert. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useText } from "../text";
import { Button, IconButton, type Look } from "./Button";
import { isBeside } from "./beside";
import styles from "./Dialog.module.css";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  wide?: boolean;
  /** A click beside the dialog does not close it: it shows a secret that cannot be shown again. */
  sticky?: boolean;
  /** Nothing but the page closes the dialog: its work is running. */
  locked?: boolean;
}

export function Dialog({ open, onClose, title, children, actions, wide, sticky, locked }: DialogProps) {
  const t = useText();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
    }
    if (!open && dialog?.open) {
      dialog.close();
    }
  }, [open]);
  const press = (event: React.PointerEvent) => {
    const dialog = ref.current;
    const isAllowed = !sticky && !locked && event.target === dialog;
    if (dialog && isAllowed && isBeside(event, dialog.getBoundingClientRect())) {
      dialog.close();
    }
  };
  // A browser closes a dialog at the second Esc even if the first one was refused.
  const closed = () => (open && locked ? ref.current?.showModal() : onClose());
  return (
    <dialog
      ref={ref}
      className={[styles.dialog, wide && styles.wide].filter(Boolean).join(" ")}
      aria-labelledby={id}
      onCancel={(event) => locked && event.preventDefault()}
      onClose={closed}
      onPointerDown={press}
    >
      {open && (
        <div className={styles.inside}>
          <header className={styles.head}>
            <h2 id={id}>{title}</h2>
            <IconButton
              icon="close"
              label={t.actions.close}
              disabled={locked}
              onClick={() => ref.current?.close()}
            />
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The verb on the button: never only `OK`. */
  confirm: string;
  look?: Look;
  busy?: boolean;
  onConfirm: () => void;
}

/** Asks for a confirmation before an action that cannot be undone, and explains its effect. */
export function Confirm({ confirm, look = "danger", busy, onConfirm, ...dialog }: ConfirmProps) {
  const t = useText();
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{t.actions.cancel}</Button>
          <Button look={look} busy={busy ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
