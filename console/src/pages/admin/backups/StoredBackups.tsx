/** The backups in the configured directory, and a button that starts one. */
import type { Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { type Formats, useFormats } from "../../../format";
import { type Catalogue, useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Badge, Card, Stack } from "../../../ui/Card";
import { Empty, Loaded, Note } from "../../../ui/State";
import { type Column, Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import { attemptOf, type Finding, integrityOf } from "./backup";

type List = Result<"listBackups">;
type Backup = List["backups"][number];

const KEY = ["admin", "backups"];
/** A backup takes seconds to minutes. */
const REFRESH_MS = 3000;
const TONES = { good: "good", bad: "bad", unknown: "neutral" } as const;

export function StoredBackups() {
  const texts = useText().admin.backups;
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.administration.listBackups({ signal }),
    refetchInterval: ({ state }) => (state.data?.running ? REFRESH_MS : false),
  });
  return (
    <Card
      title={texts.stored}
      description={texts.storedText}
      actions={list.data && <Start list={list.data} />}
      flush
    >
      <Loaded query={list} height={120}>
        {(data) => <Content list={data} />}
      </Loaded>
    </Card>
  );
}

function Start({ list }: { list: List }) {
  const texts = useText().admin.backups;
  const { say, fail } = useToasts();
  const start = useMutation({
    mutationFn: () => api.administration.createBackup(),
    onSuccess: () => say(texts.started),
    onError: fail,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Button
      small
      disabled={!list.configured}
      busy={list.running || start.isPending}
      onClick={() => start.mutate()}
    >
      {texts.start}
    </Button>
  );
}

function Content({ list }: { list: List }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.backups;
  const attempt = attemptOf(list);
  const at = format.dateTime(list.lastAttempt?.at);
  return (
    <>
      {attempt && (
        <div className={styles.notes} role="status">
          <Stack tight>
            {attempt === "running" && <Note>{texts.running}</Note>}
            {attempt === "failed" && <Note tone="bad">{texts.failed(at)}</Note>}
            {attempt === "damaged" && <Note tone="warn">{texts.damagedAttempt(at)}</Note>}
            {attempt === "unconfigured" && <Note tone="warn">{texts.unconfigured}</Note>}
          </Stack>
        </div>
      )}
      {list.backups.length === 0 ? (
        <Empty icon="data" title={texts.noBackups}>
          {list.configured ? texts.noBackupsText : texts.unconfiguredText}
        </Empty>
      ) : (
        <Table<Backup>
          label={texts.stored}
          rows={list.backups}
          rowKey={(backup) => backup.name}
          columns={columns(t, format)}
        />
      )}
    </>
  );
}

function columns(t: Catalogue, format: Formats): Column<Backup>[] {
  const texts = t.admin.backups;
  const finding = (found: Finding, names: Record<Finding, string>) => (
    <Badge tone={TONES[found]}>{names[found]}</Badge>
  );
  return [
    { key: "name", header: texts.name, cell: (backup) => <code>{backup.name}</code> },
    {
      key: "tested",
      header: texts.tested,
      cell: (backup) => finding(backup.restoreTested ? "good" : "unknown", texts.testedNames),
    },
    {
      key: "rows",
      header: texts.rows,
      wide: true,
      cell: (backup) => finding(integrityOf(backup.damaged), texts.rowsNames),
    },
    {
      key: "size",
      header: texts.size,
      numeric: true,
      wide: true,
      cell: (backup) => format.bytes(backup.bytes),
    },
    { key: "made", header: texts.madeAt, numeric: true, cell: (backup) => format.dateTime(backup.madeAt) },
  ];
}
