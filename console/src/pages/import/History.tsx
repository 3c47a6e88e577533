/** All imports of the account; each can be undone. */
import type { Result } from "@lockstep/client";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Confirm } from "../../ui/Dialog";
import { Empty, Loaded } from "../../ui/State";
import { type Column, Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";

type Import = Result<"listImports">["imports"][number];

const PAGE = 25;

export function History() {
  const t = useText();
  const [undone, setUndone] = useState<Import>();
  const list = useInfiniteQuery({
    queryKey: ["imports"],
    queryFn: ({ pageParam, signal }) =>
      api.imports.listImports({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const columns = useColumns(setUndone);
  return (
    <Card title={t.imports.history} description={t.imports.historyText} flush>
      <Loaded query={list} height={240}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.imports);
          return rows.length === 0 ? (
            <Empty icon="import" title={t.imports.none}>
              {t.imports.noneText}
            </Empty>
          ) : (
            <Table
              label={t.imports.history}
              rows={rows}
              rowKey={(one) => one.id}
              columns={columns}
              footer={
                list.hasNextPage && (
                  <Button small busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                    {t.actions.more}
                  </Button>
                )
              }
            />
          );
        }}
      </Loaded>
      <Undo of={undone} onClose={() => setUndone(undefined)} />
    </Card>
  );
}

function useColumns(onUndo: (one: Import) => void): Column<Import>[] {
  const t = useText();
  const format = useFormats();
  const { state } = t.imports;
  return [
    { key: "file", header: t.imports.file, cell: (one) => one.file ?? t.imports.unnamed },
    {
      key: "state",
      header: "",
      cell: (one) => <Badge tone={one.state === "complete" ? "good" : "warn"}>{state[one.state]}</Badge>,
    },
    { key: "when", header: t.imports.when, cell: (one) => format.dateTime(one.startedAt) },
    { key: "format", header: t.imports.format, wide: true, cell: (one) => one.format ?? "–" },
    {
      key: "points",
      header: t.imports.points,
      numeric: true,
      cell: (one) => format.number(one.processedCount),
    },
    {
      key: "activities",
      header: t.imports.activityCount,
      numeric: true,
      wide: true,
      cell: (one) => format.number(one.activityCount),
    },
    {
      key: "undo",
      header: <span className="visually-hidden">{t.imports.undo}</span>,
      numeric: true,
      cell: (one) => (
        <Button small look="ghost" icon="undo" onClick={() => onUndo(one)}>
          {t.imports.undo}
        </Button>
      ),
    },
  ];
}

function Undo({ of, onClose }: { of: Import | undefined; onClose: () => void }) {
  const t = useText();
  const format = useFormats();
  const { say, fail } = useToasts();
  const undo = useMutation({
    mutationFn: (id: string) => api.imports.deleteImport({ id }, { timeout: 3_600_000 }),
    onSuccess: ({ deletedPoints, deletedActivities }) => {
      say(t.imports.undone(format.number(deletedPoints), t.imports.activities(deletedActivities)));
      queryClient.invalidateQueries();
      onClose();
    },
    onError: fail,
  });
  return (
    <Confirm
      open={of !== undefined}
      onClose={onClose}
      title={t.imports.undoTitle(of?.file ?? t.imports.unnamed)}
      confirm={t.imports.undo}
      busy={undo.isPending}
      onConfirm={() => of && undo.mutate(of.id)}
    >
      <p>{t.imports.undoText}</p>
    </Confirm>
  );
}
