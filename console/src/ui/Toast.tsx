/** Short messages at the edge of the window, after an act that worked or failed. */
import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import { explainShortly } from "../api/refusal";
import { useText } from "../text";
import { IconButton } from "./Button";
import { Icon } from "./Icon";
import styles from "./Toast.module.css";

interface Toast {
  id: number;
  text: string;
  tone: "good" | "bad";
}

interface Toasts {
  /** Says that an act worked. */
  say: (text: string) => void;
  /** Says that an act failed, and the words of the server where it sent some. */
  fail: (error: unknown) => void;
}

const Context = createContext<Toasts>({ say: () => {}, fail: () => {} });
const SHOWN_MS = 6000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useText();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(0);
  const remove = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), []);
  const add = useCallback(
    (text: string, tone: Toast["tone"]) => {
      const id = next.current++;
      setToasts((all) => [...all.slice(-2), { id, text, tone }]);
      if (tone === "good") {
        setTimeout(() => remove(id), SHOWN_MS);
      }
    },
    [remove],
  );
  const say = useCallback((text: string) => add(text, "good"), [add]);
  const fail = useCallback((error: unknown) => add(explainShortly(error, t), "bad"), [add, t]);
  return (
    <Context value={{ say, fail }}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map(({ id, text, tone }) => (
          <div key={id} className={[styles.toast, styles[tone]].join(" ")}>
            <Icon name={tone === "good" ? "check" : "warning"} />
            <span>{text}</span>
            <IconButton icon="close" label={t.actions.dismiss} onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </Context>
  );
}

export function useToasts(): Toasts {
  return use(Context);
}
