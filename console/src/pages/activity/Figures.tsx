/** The figures of an activity in one row. */
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Stat, Stats } from "../../ui/Card";
import { isOnFoot } from "../activities/sports";
import type { Details } from "./ActivityPage";
import styles from "./ActivityPage.module.css";

interface Figure {
  label: string;
  value: string;
  note?: string | undefined;
}

export function Figures({ details }: { details: Details }) {
  const figures = useFigures(details).filter((figure) => figure.value !== "–");
  return (
    <div className={styles.figures}>
      <Stats>
        {figures.map((figure) => (
          <Stat key={figure.label} {...figure} />
        ))}
      </Stats>
    </div>
  );
}

function useFigures(details: Details): Figure[] {
  const t = useText();
  const format = useFormats();
  const { figures } = details;
  const highest = (value: number | null | undefined, unit: string) =>
    value ? t.activities.highest(format.quantity(value, unit)) : undefined;
  const { loadSource } = figures;
  return [
    { label: t.activities.distance, value: format.quantity(details.distanceMeters, "m") },
    { label: t.activities.moving, value: format.duration(details.movingSeconds) },
    { label: t.activities.elapsed, value: format.duration(details.elapsedSeconds) },
    isOnFoot(details.sport)
      ? { label: t.activities.pace, value: format.pace(figures.paceSecondsPerKm) }
      : { label: t.activities.speed, value: format.quantity(figures.meanSpeed, "m/s") },
    { label: t.activities.climb, value: format.quantity(details.climbMeters, "m", "altitude") },
    {
      label: t.activities.heartRate,
      value: format.quantity(figures.meanHeartRate, "/min"),
      note: highest(figures.maxHeartRate, "/min"),
    },
    {
      label: t.activities.power,
      value: format.quantity(figures.meanPower, "W"),
      note: figures.normalizedPower
        ? t.activities.normalized(format.quantity(figures.normalizedPower, "W"))
        : highest(figures.maxPower, "W"),
    },
    {
      label: t.activities.load,
      value: format.number(figures.trainingLoad),
      note:
        loadSource === "heartRate" || loadSource === "power" ? t.activities.loadBy[loadSource] : undefined,
    },
    {
      label: t.activities.decoupling,
      value:
        typeof figures.decouplingPercent === "number"
          ? format.percent(figures.decouplingPercent / 100, 1)
          : "–",
    },
  ];
}
