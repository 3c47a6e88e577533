/** One dataset: its columns, statistics and first rows. */
import type { Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { saveFile } from "../../api/download";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Badge, Card, Facts, Row } from "../../ui/Card";
import { Confirm } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Loaded, Problem } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import { modeOf } from "../devices/modes";
import { ModeBadge } from "../privacy/modes";
import { STATE_TONES } from "./Datasets";
import { uploadCsv } from "./NewDataset";
import { rowsOfColumns } from "./table";

type Dataset = Result<"getDataset">;
type Statistics = Result<"getDatasetStatistics">["columns"][number];

const route = getRouteApi("/shell/datasets/$id");
const SHOWN = 20;

export function DatasetPage() {
  const t = useText();
  const { id } = route.useParams();
  const dataset = useQuery({
    queryKey: ["datasets", id],
    queryFn: ({ signal }) => api.datasets.getDataset({ dataset_id: id }, { signal }),
  });
  const hasData = Boolean(dataset.data?.version);
  return (
    <Page
      title={dataset.data?.name ?? t.datasets.dataset}
      description={dataset.data?.description}
      before={<Link to="/datasets">{t.datasets.title}</Link>}
      actions={
        <>
          {hasData && (
            <ButtonLink to="/marketplace/sell" search={{ dataset: id }} icon="market">
              {t.market.sell}
            </ButtonLink>
          )}
          {hasData && <Download id={id} name={dataset.data?.name ?? id} />}
          <Delete id={id} name={dataset.data?.name ?? ""} />
        </>
      }
    >
      <Loaded query={dataset} height={200}>
        {(one) => (
          <>
            <Summary of={one} />
            {hasData && <StatisticsCard id={id} />}
            {hasData && <Preview id={id} />}
            <Upload id={id} hasData={hasData} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ of }: { of: Dataset }) {
  const t = useText();
  const format = useFormats();
  return (
    <Card>
      <Facts
        rows={[
          [t.datasets.rows, of.version ? format.number(of.row_count) : t.datasets.noData],
          [t.datasets.mode, <ModeBadge key="mode" mode={modeOf(of.encryption_mode)} />],
          [
            t.datasets.state,
            <Badge key="state" tone={STATE_TONES[of.encryption_status]}>
              {t.datasets.states[of.encryption_status]}
            </Badge>,
          ],
          [t.datasets.version, format.number(of.version)],
          [t.datasets.changed, format.dateTime(of.updated_at)],
        ]}
      />
    </Card>
  );
}

function StatisticsCard({ id }: { id: string }) {
  const t = useText();
  const format = useFormats();
  const statistics = useQuery({
    queryKey: ["datasets", id, "statistics"],
    queryFn: ({ signal }) => api.datasets.getDatasetStatistics({ dataset_id: id }, { signal }),
  });
  return (
    <Card title={t.datasets.statistics} description={t.datasets.statisticsText} flush>
      <Loaded query={statistics} height={140}>
        {({ columns }) => (
          <Table<Statistics>
            label={t.datasets.statistics}
            rows={columns}
            rowKey={(one) => one.column}
            columns={[
              { key: "column", header: t.datasets.column, cell: (one) => one.column },
              {
                key: "count",
                header: t.datasets.count,
                numeric: true,
                cell: (one) => format.number(one.count),
              },
              {
                key: "empty",
                header: t.datasets.empty,
                numeric: true,
                wide: true,
                cell: (one) => format.number(one.null_count),
              },
              {
                key: "mean",
                header: t.datasets.mean,
                numeric: true,
                cell: (one) => format.number(one.mean, 2),
              },
              {
                key: "deviation",
                header: t.datasets.deviation,
                numeric: true,
                wide: true,
                cell: (one) =>
                  format.number(typeof one.variance === "number" ? Math.sqrt(one.variance) : null, 2),
              },
              {
                key: "sum",
                header: t.datasets.sum,
                numeric: true,
                wide: true,
                cell: (one) => format.number(one.sum, 2),
              },
              {
                key: "basis",
                header: t.datasets.basis,
                wide: true,
                cell: (one) => t.datasets.bases[one.computed_on],
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Preview({ id }: { id: string }) {
  const t = useText();
  const data = useQuery({
    queryKey: ["datasets", id, "rows"],
    queryFn: ({ signal }) => api.datasets.readDatasetData({ dataset_id: id, limit: SHOWN }, { signal }),
  });
  return (
    <Card title={t.datasets.preview} flush>
      <Loaded query={data} height={160}>
        {(answer) => {
          const table = rowsOfColumns(answer);
          return (
            <Table
              label={t.datasets.preview}
              rows={table.rows}
              rowKey={(row) => String(row.number)}
              columns={table.columns.map((name, place) => ({
                key: name,
                header: name,
                cell: (row: (typeof table.rows)[number]) => row.cells[place] ?? "",
              }))}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

function Upload({ id, hasData }: { id: string; hasData: boolean }) {
  const t = useText();
  const { say } = useToasts();
  const upload = useMutation({
    mutationFn: (file: File) => uploadCsv(id, file),
    onSuccess: () => {
      say(t.datasets.uploaded);
      queryClient.invalidateQueries({ queryKey: ["datasets"] });
    },
  });
  const submit = (values: FormData) => {
    const file = values.get("file");
    if (file instanceof File) {
      upload.mutate(file);
    }
  };
  return (
    <Card
      title={hasData ? t.datasets.replace : t.datasets.upload}
      description={hasData ? t.datasets.replaceText : undefined}
    >
      <Form onSubmit={submit}>
        <TextField
          label={t.datasets.file}
          hint={t.datasets.fileHint}
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
        />
        {upload.isError && <Problem error={upload.error} />}
        <Row>
          <Button type="submit" icon="import" busy={upload.isPending}>
            {t.datasets.upload}
          </Button>
        </Row>
      </Form>
    </Card>
  );
}

function Download({ id, name }: { id: string; name: string }) {
  const t = useText();
  const { fail } = useToasts();
  const save = useMutation({
    mutationFn: async () =>
      saveFile(
        await api.datasets.readDatasetDataStream({ dataset_id: id }, "text/csv"),
        `${name}.csv`,
        () => {},
      ),
    onError: fail,
  });
  return (
    <Button icon="export" busy={save.isPending} onClick={() => save.mutate()}>
      {t.datasets.saveCsv}
    </Button>
  );
}

function Delete({ id, name }: { id: string; name: string }) {
  const t = useText();
  const { say, fail } = useToasts();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.datasets.deleteDataset({ dataset_id: id }),
    onSuccess: async () => {
      say(t.datasets.deleted);
      await navigate({ to: "/datasets" });
      queryClient.removeQueries({ queryKey: ["datasets", id] });
      queryClient.invalidateQueries({ queryKey: ["datasets"] });
    },
    onError: fail,
  });
  return (
    <>
      <Button look="danger" icon="trash" onClick={() => setAsked(true)}>
        {t.datasets.delete}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t.datasets.deleteTitle(name)}
        confirm={t.datasets.delete}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>{t.datasets.deleteText}</p>
      </Confirm>
    </>
  );
}
