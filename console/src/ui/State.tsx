/** The states of a page: loading, without data, failed. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failure } from "../api/query";
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

/** Shows the failure, its reason, and the remedy. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useText();
  const { kind, message, requestId } = failure(error);
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" className={styles.problemIcon} />
      <div>
        <p className={styles.problemTitle}>{t.errors[kind]}</p>
        {message && <p>{message}</p>}
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

/** A grey shape of the content that is loading. */
export function Skeleton({ height = 20, width }: { height?: number; width?: string }) {
  return <span className={styles.skeleton} style={{ height, width: width ?? "100%" }} aria-hidden="true" />;
}

/** Announces that something loads. */
export function Loading({ height = 120 }: { height?: number }) {
  const t = useText();
  return (
    <div role="status">
      <span className="visually-hidden">{t.states.loading}</span>
      <Skeleton height={height} />
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The height of the grey shape. */
  height?: number;
  children: (data: Data) => ReactNode;
}

/** Shows the answer of a query, a grey shape before it, and the error instead of it. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return <>{children(query.data)}</>;
  }
  if (query.isError) {
    return <Problem error={query.error} retry={() => query.refetch()} />;
  }
  return <Loading {...(height !== undefined && { height })} />;
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
