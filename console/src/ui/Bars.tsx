/** Small drawings in SVG: shares as one bar, and a line without axes. */
import { useFormats } from "../format";
import styles from "./Bars.module.css";
import { sparkPath } from "./bars-path";

export interface Share {
  label: string;
  value: number;
  /** A design token. */
  color: string;
  /** The value as people read it. */
  text: string;
}

/** Shares of a whole as one bar with a list of names below. */
export function ShareBar({ label, shares }: { label: string; shares: readonly Share[] }) {
  const format = useFormats();
  const total = shares.reduce((sum, share) => sum + share.value, 0);
  return (
    <div>
      <div className={styles.bar} role="img" aria-label={label}>
        {shares.map((share) =>
          share.value > 0 ? (
            <span
              key={share.label}
              className={styles.part}
              style={{ flexGrow: share.value, background: `var(${share.color})` }}
            />
          ) : null,
        )}
      </div>
      <dl className={styles.names}>
        {shares.map((share) => (
          <div key={share.label} className={styles.name}>
            <dt>
              <span className={styles.dot} style={{ background: `var(${share.color})` }} />
              {share.label}
            </dt>
            <dd className="num">
              {share.text}
              <span className={styles.percent}>
                {total > 0 ? ` ${format.percent(share.value / total)}` : ""}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A line of a few values, as an ornament beside a figure. */
export function Spark({ values, color }: { values: readonly (number | null)[]; color: string }) {
  return (
    <svg className={styles.spark} viewBox="-1 -2 122 34" preserveAspectRatio="none" aria-hidden="true">
      <path
        d={sparkPath(values, 120, 30)}
        fill="none"
        style={{ stroke: `var(${color})` }}
        strokeWidth="1.6"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
