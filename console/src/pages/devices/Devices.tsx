/** The devices of the account. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { everyPage } from "../../api/pages";
import { type Formats, useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { type Catalogue, useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Empty, Loaded } from "../../ui/State";
import { type Column, Table } from "../../ui/Table";
import { ModeBadge } from "../privacy/modes";
import { kindName } from "./kinds";
import { modeOf } from "./modes";
import { NewDevice } from "./NewDevice";
import { Revoke } from "./Revoke";
import { type Row, rowsOf, toneOf } from "./states";

export const devicesQuery = {
  queryKey: ["devices"],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [all, controlled] = await Promise.all([
      api.devices.listDevices({ signal }),
      everyPage(
        (page) => api.uadm.listUadmDevices({ page, limit: 100 }, { signal }),
        (page) => page.data,
      ),
    ]);
    return rowsOf(all.devices, controlled);
  },
};

export function Devices() {
  const t = useText();
  const format = useFormats();
  const devices = useQuery(devicesQuery);
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<Row>();
  return (
    <Page
      title={t.devices.title}
      description={t.devices.text}
      actions={
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          {t.devices.register}
        </Button>
      }
    >
      <Card flush>
        <Loaded query={devices} height={240}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="device" title={t.devices.none}>
                {t.devices.noneText}
              </Empty>
            ) : (
              <Table
                label={t.devices.title}
                rows={rows}
                rowKey={(row) => row.id}
                columns={columns(t, format, setRevoked)}
              />
            )
          }
        </Loaded>
      </Card>
      <NewDevice open={isNew} onClose={() => setNew(false)} />
      <Revoke of={revoked} onClose={() => setRevoked(undefined)} />
    </Page>
  );
}

function columns(t: Catalogue, format: Formats, revoke: (row: Row) => void): Column<Row>[] {
  return [
    {
      key: "name",
      header: t.devices.name,
      cell: (row) =>
        row.takesCommands ? (
          <Link to="/devices/$id" params={{ id: row.id }}>
            {row.name}
          </Link>
        ) : (
          row.name
        ),
    },
    { key: "type", header: t.devices.type, wide: true, cell: (row) => kindName(row.type, t) },
    {
      key: "status",
      header: t.devices.status,
      cell: (row) => <Badge tone={toneOf(row.status)}>{statusName(row.status, t)}</Badge>,
    },
    {
      key: "commands",
      header: t.devices.commands,
      wide: true,
      cell: (row) => (row.takesCommands ? t.devices.takesCommands : <span className="muted">–</span>),
    },
    { key: "mode", header: t.devices.mode, wide: true, cell: (row) => <ModeBadge mode={modeOf(row.mode)} /> },
    { key: "seen", header: t.devices.lastSeen, wide: true, cell: (row) => format.ago(row.lastSeen) },
    {
      key: "revoke",
      header: <span className="visually-hidden">{t.devices.revoke}</span>,
      numeric: true,
      cell: (row) =>
        row.status !== "revoked" && (
          <IconButton icon="trash" label={`${t.devices.revoke}: ${row.name}`} onClick={() => revoke(row)} />
        ),
    },
  ];
}

export function statusName(status: string, t: Catalogue): string {
  const names: Readonly<Record<string, string>> = t.devices.statuses;
  return names[status] ?? status;
}
