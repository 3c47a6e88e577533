/** The newest entries of the audit log with a word. */
import type { Result } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Badge, Card } from "../../ui/Card";
import { Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import styles from "./Admin.module.css";

type Entry = Result<"readAuditLog">["logs"][number];

const MAX_ENTRIES = 10;

interface AuditEntriesProps {
  /** The words that an entry must contain. */
  words: string;
  title: string;
  /** Shown where no entry has the words. */
  none: string;
}

export function AuditEntries({ words, title, none }: AuditEntriesProps) {
  const t = useText();
  const format = useFormats();
  const entries = useQuery({
    queryKey: ["admin", "audit", "words", words],
    queryFn: ({ signal }) =>
      api.administration.readAuditLog({ searchQuery: words, limit: MAX_ENTRIES }, { signal }),
  });
  return (
    <Card title={title} description={t.admin.common.fromAudit} flush>
      <Loaded query={entries} height={80}>
        {({ logs }) =>
          logs.length === 0 ? (
            <p className={styles.line}>{none}</p>
          ) : (
            <Table<Entry>
              label={title}
              rows={logs}
              rowKey={(entry) => entry.id}
              columns={[
                {
                  key: "action",
                  header: t.admin.audit.action,
                  cell: (entry) => (
                    <>
                      {entry.action}
                      <span className={styles.second}>{entry.details}</span>
                    </>
                  ),
                },
                {
                  key: "status",
                  header: t.admin.audit.status,
                  cell: (entry) => (
                    <Badge tone={entry.status === "success" ? "good" : "bad"}>
                      {t.admin.audit.statuses[entry.status]}
                    </Badge>
                  ),
                },
                {
                  key: "time",
                  header: t.admin.audit.time,
                  numeric: true,
                  under: true,
                  cell: (entry) => format.dateTime(entry.timestamp),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
