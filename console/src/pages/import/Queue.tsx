/** The result of each file of this visit. */
import { ConnectionError } from "@lockstep/client";
import { Link } from "@tanstack/react-router";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Note, Problem, Progress } from "../../ui/State";
import styles from "./Import.module.css";
import type { ImportAnswer, ImportQueue, QueuedFile } from "./import-queue";

export function Queue({ queue }: { queue: ImportQueue }) {
  const t = useText();
  const files = queue.files();
  const isBusy = files.some(({ state }) => state.kind === "sending");
  return files.length === 0 ? null : (
    <Card title={t.imports.queue} description={isBusy ? t.imports.background : undefined}>
      <ul>
        {files.map((file) => (
          <Entry key={file.id} file={file} queue={queue} />
        ))}
      </ul>
    </Card>
  );
}

interface EntryProps {
  file: QueuedFile;
  queue: ImportQueue;
}

function Entry({ file, queue }: EntryProps) {
  const format = useFormats();
  return (
    <li className={styles.entry}>
      <Icon name="file" />
      <div className={styles.entryBody}>
        <p className={styles.entryHead}>
          <span className={styles.fileName}>{file.file.name}</span>
          <span className="muted num">{format.bytes(file.file.size)}</span>
          {/* The share that is sent changes too often to be read out. */}
          <span role="status">
            <StateBadge file={file} />
          </span>
          <Cancel file={file} queue={queue} />
        </p>
        <State file={file} retry={() => queue.retry(file.id)} />
      </div>
    </li>
  );
}

function StateBadge({ file: { state } }: { file: QueuedFile }) {
  const t = useText();
  switch (state.kind) {
    case "waiting":
      return <Badge>{t.imports.waiting}</Badge>;
    case "sending":
      return null;
    case "failed":
      return <Badge tone="bad">{t.imports.failed}</Badge>;
    case "canceled":
      return <Badge tone="warn">{t.imports.canceled}</Badge>;
    case "done":
      return state.answer.success ? (
        <Badge tone="good">{t.imports.done}</Badge>
      ) : (
        <Badge tone="warn">{t.imports.partly}</Badge>
      );
  }
}

function Cancel({ file: { id, file, state }, queue }: EntryProps) {
  const t = useText();
  return state.kind === "waiting" || state.kind === "sending" ? (
    <Button
      small
      look="ghost"
      icon="close"
      aria-label={`${t.actions.cancel}: ${file.name}`}
      onClick={() => queue.cancel(id)}
    >
      {t.actions.cancel}
    </Button>
  ) : null;
}

function State({ file: { state }, retry }: { file: QueuedFile; retry: () => void }) {
  const t = useText();
  const format = useFormats();
  switch (state.kind) {
    case "waiting":
      return null;
    case "sending": {
      const isSent = state.share >= 1;
      const text = isSent ? t.imports.reading : t.imports.sending(format.percent(state.share));
      return (
        <div className={styles.sending}>
          <Progress label={text} share={isSent ? undefined : state.share} />
          <p className="muted">{text}</p>
        </div>
      );
    }
    case "canceled":
      return (
        <div className={styles.failed}>
          <p className="muted">{t.imports.canceledText}</p>
          <Button small icon="undo" onClick={retry}>
            {t.imports.retry}
          </Button>
        </div>
      );
    case "failed":
      return state.error instanceof ConnectionError ? (
        <div className={styles.failed}>
          <Note tone="warn">{t.imports.stopped}</Note>
          <Button small icon="undo" onClick={retry}>
            {t.imports.retry}
          </Button>
        </div>
      ) : (
        <Problem error={state.error} retry={retry} refused={t.refusals.unreadable} />
      );
    case "done":
      return <Answer answer={state.answer} />;
  }
}

function Answer({ answer }: { answer: ImportAnswer }) {
  const t = useText();
  const format = useFormats();
  const skipped = answer.skipped ?? [];
  const errors = answer.errors ?? [];
  const [first] = answer.activities;
  const isOld = answer.newCount === 0 && answer.processedCount > 0;
  return (
    <div className={styles.answer}>
      <p>
        {isOld
          ? t.imports.nothingNew
          : t.imports.result(format.number(answer.processedCount), format.number(answer.newCount))}
        {first?.activityId && (
          <>
            {" · "}
            {answer.activities.length === 1 ? (
              <Link to="/activities/$id" params={{ id: first.activityId }}>
                {t.imports.activities(1)}
              </Link>
            ) : (
              <Link to="/activities">{t.imports.activities(answer.activities.length)}</Link>
            )}
          </>
        )}
      </p>
      {skipped.length > 0 && (
        <Lines title={`${t.imports.skipped}: ${skipped.length}`}>
          {skipped.map(({ what, reason, count }) =>
            t.imports.skippedText(what, reason, format.number(count)),
          )}
        </Lines>
      )}
      {errors.length > 0 && (
        <Lines title={t.imports.errors(errors.length)} open>
          {errors}
        </Lines>
      )}
    </div>
  );
}

function Lines({
  title,
  children,
  open = false,
}: {
  title: string;
  children: readonly string[];
  open?: boolean;
}) {
  return (
    <details open={open} className={styles.lines}>
      <summary>{title}</summary>
      {/* What the server says of a file is English. */}
      <ul lang="en">
        {children.map((line, place) => (
          <li key={place}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
