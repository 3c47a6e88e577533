/** Each stored series with its mode and its key, who can read it, and the change of its mode. */
import { useState } from "react";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName } from "../../series";
import { useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import { Table } from "../../ui/Table";
import { ChangeMode } from "./ChangeMode";
import { shortKey } from "./key-acts";
import { ModeBadge, ModeLegend, modeName } from "./modes";
import styles from "./Privacy.module.css";
import { SeriesReaders } from "./SeriesReaders";

/** An account may have thousands of series: the rest follows on demand. */
const STEP = 50;

export function SeriesTable({ series }: { series: readonly StoredSeries[] }) {
  const t = useText();
  const format = useFormats();
  const [shown, setShown] = useState(STEP);
  const [changed, setChanged] = useState<StoredSeries>();
  const [read, setRead] = useState<StoredSeries>();
  const nameOf = ({ type, device, encryptionMode }: StoredSeries) =>
    [seriesName(type, t), device, t.privacy.modes[modeName(encryptionMode)]].join(", ");
  const modes = new Set(series.map((one) => modeName(one.encryptionMode)));
  return (
    <>
      <Table
        label={t.privacy.series}
        rows={series.slice(0, shown)}
        rowKey={(one) => `${one.type} ${one.device} ${one.encryptionMode}`}
        columns={[
          { key: "type", header: t.privacy.type, cell: (one) => seriesName(one.type, t) },
          { key: "device", header: t.privacy.device, under: true, cell: (one) => one.device },
          {
            key: "mode",
            header: t.privacy.mode,
            under: true,
            cell: (one) => <ModeBadge mode={modeName(one.encryptionMode)} />,
          },
          {
            key: "key",
            header: t.privacy.key,
            wide: true,
            cell: (one) =>
              one.keyId ? (
                <code title={one.keyId}>{shortKey(one.keyId)}</code>
              ) : (
                <span className="muted">{t.privacy.accountKey}</span>
              ),
          },
          {
            key: "points",
            header: t.privacy.points,
            numeric: true,
            wide: true,
            cell: (one) => format.number(one.count),
          },
          {
            key: "period",
            header: t.privacy.period,
            numeric: true,
            wide: true,
            cell: (one) => `${format.day(one.start)} – ${format.day(one.end)}`,
          },
          {
            key: "acts",
            header: "",
            numeric: true,
            cell: (one) => (
              <span className={styles.acts}>
                <IconButton
                  icon="eye"
                  label={`${t.privacy.seriesReaders}: ${nameOf(one)}`}
                  onClick={() => setRead(one)}
                />
                <IconButton
                  icon="lock"
                  label={`${t.privacy.changeMode}: ${nameOf(one)}`}
                  onClick={() => setChanged(one)}
                />
              </span>
            ),
          },
        ]}
        footer={
          shown < series.length && (
            <Button small onClick={() => setShown(shown + STEP * 4)}>
              {t.actions.more}
            </Button>
          )
        }
      />
      <ModeLegend modes={modes} />
      {read && <SeriesReaders of={read} onClose={() => setRead(undefined)} />}
      {changed && <ChangeMode of={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}
