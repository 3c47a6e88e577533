/** A page: its title, its actions, its content. */
import { type ReactNode, useEffect } from "react";
import { useText } from "../text";
import styles from "./Page.module.css";

interface PageProps {
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Above the title: the way back. */
  before?: ReactNode;
  actions?: ReactNode;
  /** Uses the whole width: for charts. */
  full?: boolean;
  children: ReactNode;
}

export function Page({ title, description, before, actions, full, children }: PageProps) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${t.product}`;
  }, [title, t]);
  return (
    <div className={full ? styles.full : styles.page}>
      {before && <div className={styles.before}>{before}</div>}
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
