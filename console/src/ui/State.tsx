/** The states of a page: loading, without data, failed. */
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { failure } from "../api/query";
import { explain } from "../api/refusal";
import { useIdle } from "../idle";
import { useText } from "../text";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";
import styles from "./State.module.css";

interface EmptyProps {
  icon: IconName;
  title: string;
  /** The missing data, and the next step. */
  children: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon}>
        <Icon name={icon} size={20} />
      </span>
      <p className={styles.emptyTitle}>{title}</p>
      <p className={styles.emptyText}>{children}</p>
      {action && <div className={styles.emptyAction}>{action}</div>}
    </div>
  );
}

interface ProblemProps {
  error: unknown;
  retry?: () => void;
  /** The sentence where a refusal says nothing more to programs. */
  refused?: string;
}

/** Shows the failure, its reason, and the remedy. */
export function Problem({ error, retry, refused }: ProblemProps) {
  const t = useText();
  const { kind, requestId } = failure(error);
  const { title, said, reasons } = explain(error, t, refused);
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" className={styles.problemIcon} />
      <div>
        <p className={styles.problemTitle}>{title}</p>
        {said && <Said>{said}</Said>}
        {reasons.length > 0 && (
          <ul lang="en" className={styles.problemReasons}>
            {reasons.map((reason, place) => (
              <li key={place}>{reason}</li>
            ))}
          </ul>
        )}
        {requestId && kind === "server" && (
          <p className={styles.problemId}>
            {t.errors.requestId} <code>{requestId}</code>
          </p>
        )}
        {retry && (
          <div className={styles.problemAction}>
            <Button small onClick={retry}>
              {t.actions.retry}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** The server's own sentence, which is English in every language of the console. */
function Said({ children }: { children: string }) {
  const t = useText();
  return (
    <p>
      {t.refusals.said} <span lang="en">{children}</span>
    </p>
  );
}

/** A grey shape of the content that is loading. */
export function Skeleton({ height = 20, width }: { height?: number; width?: string }) {
  return <span className={styles.skeleton} style={{ height, width: width ?? "100%" }} aria-hidden="true" />;
}

/** After this time, words replace the mere shape. */
const SLOW_MS = 2000;

interface LoadingProps {
  height?: number | undefined;
  /** What the server computes, for people who wait longer than two seconds. */
  slow?: string | undefined;
}

/** Announces that something loads, and what takes so long if it does. */
export function Loading({ height = 120, slow }: LoadingProps) {
  const t = useText();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={styles.loading}>
      <Skeleton height={height} />
      {isSlow ? (
        <p className={styles.slow}>{slow ?? t.states.slow}</p>
      ) : (
        <span className="visually-hidden">{t.states.loading}</span>
      )}
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The height of the grey shape. */
  height?: number;
  /** What the server computes, for people who wait longer than two seconds. */
  slow?: string;
  children: (data: Data) => ReactNode;
}

/**
 * Shows the answer of a query, a grey shape before it, and the error instead of it. On a first load, an answer waits until the
 * frame of the page is drawn and can be used: a list or a chart takes longer than all of it.
 */
export function Loaded<Data>({ query, height, slow, children }: LoadedProps<Data>) {
  const isDrawn = useIdle();
  if (query.data !== undefined && isDrawn) {
    return <>{children(query.data)}</>;
  }
  if (query.data === undefined && query.isError) {
    return <Problem error={query.error} retry={() => query.refetch()} />;
  }
  return <Loading height={height} slow={slow} />;
}

/** A short remark in a frame: a warning, a success, an explanation. */
export function Note({
  tone = "info",
  children,
}: {
  tone?: "info" | "good" | "warn" | "bad";
  children: ReactNode;
}) {
  const icon = tone === "good" ? "check" : tone === "info" ? "info" : "warning";
  return (
    <div className={[styles.note, styles[tone]].join(" ")}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/** How far a task is; without `share` it is unknown. */
export function Progress({ label, share }: { label: string; share?: number | undefined }) {
  return (
    <progress
      className={styles.progress}
      aria-label={label}
      max={1}
      {...(share !== undefined && { value: share })}
    />
  );
}
