/** A panel with a heading, and the parts of its content. */
import type { ReactNode } from "react";
import { useId } from "react";
import styles from "./Card.module.css";

interface CardProps {
  title?: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Lets tables and charts reach the edges. */
  flush?: boolean;
  children?: ReactNode;
}

export function Card({ title, description, actions, flush, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className={styles.head}>
          <div className={styles.heading}>
            {title && <h2 id={id}>{title}</h2>}
            {description && <p className={styles.description}>{description}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children !== undefined && <div className={flush ? styles.flush : styles.body}>{children}</div>}
    </section>
  );
}

/** Cards beside each other where there is room: `min` is the smallest width of one. */
export function Grid({ children, columns = 2 }: { children: ReactNode; columns?: 1 | 2 | 3 | 4 }) {
  return <div className={[styles.grid, styles[`columns${columns}`]].join(" ")}>{children}</div>;
}

/** Content below each other with the usual distance. */
export function Stack({ children, tight }: { children: ReactNode; tight?: boolean }) {
  return <div className={tight ? styles.tight : styles.stack}>{children}</div>;
}

/** Controls beside each other; they wrap. */
export function Row({ children, end }: { children: ReactNode; end?: boolean }) {
  return <div className={[styles.row, end && styles.end].filter(Boolean).join(" ")}>{children}</div>;
}

interface StatProps {
  label: ReactNode;
  value: ReactNode;
  unit?: ReactNode;
  /** A short comparison or a reason below the value. */
  note?: ReactNode;
  tone?: "good" | "warn" | "bad" | undefined;
}

/** One figure with its name. */
export function Stat({ label, value, unit, note, tone }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt className={styles.statLabel}>{label}</dt>
      <dd>
        <span className={[styles.statValue, tone && styles[tone]].filter(Boolean).join(" ")}>{value}</span>
        {unit && <span className={styles.statUnit}> {unit}</span>}
        {note && <div className={styles.statNote}>{note}</div>}
      </dd>
    </div>
  );
}

/** Figures in a row that wraps. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>;
}

type Tone = "neutral" | "good" | "warn" | "bad" | "info" | "accent";

export function Badge({ children, tone = "neutral" }: { children: ReactNode; tone?: Tone }) {
  return <span className={[styles.badge, styles[`badge_${tone}`]].join(" ")}>{children}</span>;
}

/** Names and values in two columns. */
export function Facts({ rows }: { rows: readonly (readonly [ReactNode, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
