/** The devices of all accounts, without their names. */
import type { Result } from "@lockstep/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { type Formats, useFormats } from "../../../format";
import { type Catalogue, useText } from "../../../text";
import { Badge, Card } from "../../../ui/Card";
import { Loaded } from "../../../ui/State";
import { type Column, Table } from "../../../ui/Table";
import { kindName } from "../../devices/kinds";
import styles from "../Admin.module.css";
import { Pager } from "../Pager";
import { presenceOf } from "./figures";

type Device = Result<"listInstallationDevices">["devices"][number];

const PAGE = 25;
const REFRESH_MS = 10_000;
const TONES = { revoked: "bad", connected: "good", notConnected: "neutral", noCommands: "neutral" } as const;

export function DeviceList() {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.devices;
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ["admin", "devices", page],
    queryFn: ({ signal }) => api.administration.listInstallationDevices({ page, limit: PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Card title={texts.list} description={texts.listText} flush>
      <Loaded query={list} height={160}>
        {({ devices, limit, total }) =>
          devices.length === 0 ? (
            <p className={styles.line}>{texts.noDevices}</p>
          ) : (
            <Table<Device>
              label={texts.list}
              rows={devices}
              rowKey={(device) => `${device.ownerId} ${device.deviceId}`}
              columns={columns(t, format)}
              footer={total > limit && <Pager page={page} limit={limit} total={total} onPage={setPage} />}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function columns(t: Catalogue, format: Formats): Column<Device>[] {
  const texts = t.admin.devices;
  const names = {
    revoked: texts.revoked,
    connected: texts.connectedNow,
    notConnected: texts.notConnected,
    noCommands: texts.noCommands,
  };
  return [
    {
      key: "device",
      header: texts.device,
      cell: (device) => (
        <>
          <code>{device.deviceId}</code>
          <span className={styles.second}>{kindName(device.kind, t)}</span>
        </>
      ),
    },
    { key: "owner", header: texts.owner, wide: true, cell: (device) => <code>{device.ownerId}</code> },
    {
      key: "presence",
      header: texts.presence,
      cell: (device) => {
        const presence = presenceOf(device);
        return <Badge tone={TONES[presence]}>{names[presence]}</Badge>;
      },
    },
    {
      key: "seen",
      header: texts.lastSeen,
      numeric: true,
      cell: (device) => format.dateTime(device.lastSeen),
    },
  ];
}
