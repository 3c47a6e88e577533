/** The laps of an activity, and the recordings that it was merged from. */
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Card, Facts } from "../../ui/Card";
import { Table } from "../../ui/Table";
import { isOnFoot } from "../activities/sports";
import type { Details } from "./ActivityPage";
import { lapSpeed } from "./lap-speed";

type Lap = Details["laps"][number];

export function Laps({ details }: { details: Details }) {
  const t = useText();
  const format = useFormats();
  if (details.laps.length < 2) {
    return null;
  }
  const rows = details.laps.map((lap, place) => ({ ...lap, number: place + 1 }));
  const isMovingKnown = rows.some((lap) => lap.movingSeconds != null);
  const onFoot = isOnFoot(details.sport);
  return (
    <Card title={t.activities.laps} flush>
      <Table
        label={t.activities.laps}
        rows={rows}
        rowKey={(lap) => String(lap.number)}
        columns={[
          { key: "lap", header: t.activities.lap, cell: (lap) => lap.number },
          ...(isMovingKnown
            ? [
                {
                  key: "moving",
                  header: t.activities.moving,
                  numeric: true,
                  cell: (lap: Lap) => format.duration(lap.movingSeconds),
                },
              ]
            : []),
          {
            key: "elapsed",
            header: t.activities.elapsed,
            numeric: true,
            wide: isMovingKnown,
            cell: (lap) => format.duration(lap.elapsedSeconds),
          },
          {
            key: "distance",
            header: t.activities.distance,
            numeric: true,
            cell: (lap) => format.quantity(lap.distanceMeters, "m"),
          },
          {
            key: "speed",
            header: onFoot ? t.activities.pace : t.activities.speed,
            numeric: true,
            cell: (lap) => {
              const metresPerSecond = lapSpeed(lap);
              return onFoot
                ? format.pace(metresPerSecond && 1000 / metresPerSecond)
                : format.quantity(metresPerSecond, "m/s");
            },
          },
        ]}
      />
    </Card>
  );
}

export function Sources({ details }: { details: Details }) {
  const t = useText();
  return (
    <Card title={t.activities.sources}>
      <Facts
        rows={details.recordings.map(
          (recording) => [recording.device ?? t.states.unknown, recording.file ?? recording.format] as const,
        )}
      />
    </Card>
  );
}
