/** The datasets of the account. */
import type { Result } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Empty, Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { modeOf } from "../devices/modes";
import { ModeBadge } from "../privacy/modes";
import { NewDataset } from "./NewDataset";

type Dataset = Result<"listDatasets">["data"][number];

export const STATE_TONES = {
  unencrypted: "neutral",
  pending: "info",
  encrypted: "good",
  failed: "bad",
} as const;

export function Datasets() {
  const t = useText();
  const format = useFormats();
  const [isNew, setNew] = useState(false);
  const datasets = useQuery({
    queryKey: ["datasets"],
    queryFn: ({ signal }) => api.datasets.listDatasets({ limit: 100 }, { signal }),
  });
  const create = (
    <Button look="primary" icon="plus" onClick={() => setNew(true)}>
      {t.datasets.create}
    </Button>
  );
  return (
    <Page title={t.datasets.title} description={t.datasets.text} actions={create}>
      <Card flush>
        <Loaded query={datasets} height={240}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="data" title={t.datasets.none}>
                {t.datasets.noneText}
              </Empty>
            ) : (
              <Table<Dataset>
                label={t.datasets.title}
                rows={data}
                rowKey={(one) => one.id}
                columns={[
                  {
                    key: "name",
                    header: t.datasets.name,
                    cell: (one) => (
                      <Link to="/datasets/$id" params={{ id: one.id }}>
                        {one.name || one.id}
                      </Link>
                    ),
                  },
                  {
                    key: "mode",
                    header: t.datasets.mode,
                    wide: true,
                    cell: (one) => <ModeBadge mode={modeOf(one.encryption_mode)} />,
                  },
                  {
                    key: "state",
                    header: t.datasets.state,
                    wide: true,
                    cell: (one) => (
                      <Badge tone={STATE_TONES[one.encryption_status]}>
                        {t.datasets.states[one.encryption_status]}
                      </Badge>
                    ),
                  },
                  {
                    key: "rows",
                    header: t.datasets.rows,
                    numeric: true,
                    cell: (one) => format.number(one.row_count),
                  },
                  {
                    key: "changed",
                    header: t.datasets.changed,
                    numeric: true,
                    wide: true,
                    cell: (one) => format.dateTime(one.updated_at),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      <NewDataset open={isNew} onClose={() => setNew(false)} />
    </Page>
  );
}
