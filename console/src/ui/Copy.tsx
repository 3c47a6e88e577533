/** Texts to copy: a button, and a command with its button. */
import { useText } from "../text";
import { Button } from "./Button";
import styles from "./Copy.module.css";
import { useToasts } from "./Toast";

/** Copies a text; pages that were loaded over plain HTTP from another machine have no `navigator.clipboard`. */
async function copy(text: string, refusal: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error(refusal);
  }
}

/** `label`: what is copied, for screen readers, where a page has several such buttons. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useText();
  const { say, fail } = useToasts();
  return (
    <Button
      small
      icon="copy"
      aria-label={label && `${t.actions.copy}: ${label}`}
      onClick={() => copy(text, t.actions.copyRefused).then(() => say(t.actions.copied), fail)}
    >
      {t.actions.copy}
    </Button>
  );
}

/** A command for a terminal. */
export function Command({ children }: { children: string }) {
  return (
    <div className={styles.command}>
      <code>{children}</code>
      <CopyButton text={children} label={children} />
    </div>
  );
}
