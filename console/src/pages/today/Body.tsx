/** Four figures of the body, each with its last 30 days. */
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Spark } from "../../ui/Bars";
import styles from "./Body.module.css";
import { column, formWord, type LatestValue, latest, type Metrics, median } from "./days";

const DAYS = 30;

interface Figure {
  label: string;
  value: string | undefined;
  unit?: string;
  note: string;
  values: (number | null)[];
  color: string;
}

export function Body({ metrics }: { metrics: Metrics }) {
  const figures = useFigures(metrics);
  const t = useText();
  return (
    <div className={styles.body}>
      {figures.map((figure) => (
        <section key={figure.label} className={styles.figure} aria-label={figure.label}>
          <h2 className={styles.label}>{figure.label}</h2>
          <p className={styles.value}>
            {figure.value ?? "–"}
            {figure.value !== undefined && figure.unit && <span className={styles.unit}> {figure.unit}</span>}
          </p>
          <p className={styles.note}>{figure.value === undefined ? t.today.noValue : figure.note}</p>
          <Spark values={figure.values} color={figure.color} />
        </section>
      ))}
    </div>
  );
}

function useFigures(metrics: Metrics): Figure[] {
  const t = useText();
  const format = useFormats(metrics.basis.timeZone);
  const rows = metrics.intervals ?? [];
  const recent = rows.slice(-DAYS);
  const form = latest(rows, "trainingStressBalance");
  const fitness = latest(rows, "chronicLoad");
  const recovery = latest(rows, "recoveryScore");
  const sleep = latest(rows, "sleepDuration");
  const resting = latest(rows, "restingHeartRate");
  const variability = latest(rows, "hrvRmssd");
  const usual = (name: "sleepDuration" | "restingHeartRate" | "hrvRmssd") => median(column(recent, name));
  // The last value may be weeks old: its day says so.
  const dated = (found: LatestValue | undefined, note: string) =>
    found && !found.isToday ? `${format.shortDay(found.day)} · ${note}` : note;
  const signed = (value: number) => `${value > 0 ? "+" : ""}${format.number(value)}`;
  return [
    {
      label: t.today.form,
      value: form && signed(form.value),
      note: form ? dated(form, t.today.formNote[formWord(form.value, fitness?.value ?? 0)]) : "",
      values: column(recent, "trainingStressBalance"),
      color: "--c-form",
    },
    {
      label: t.today.recovery,
      value: recovery && format.number(recovery.value),
      note: dated(recovery, t.today.recoveryNote(60)),
      values: column(recent, "recoveryScore"),
      color: "--c-recovery",
    },
    {
      label: t.today.sleep,
      value: sleep && format.hours(sleep.value),
      note: dated(sleep, t.today.sleepNote(format.hours(usual("sleepDuration")), sleep?.isToday ?? true)),
      values: column(recent, "sleepDuration"),
      color: "--c-sleep",
    },
    {
      label: t.today.restingHeartRate,
      value: resting && format.number(resting.value),
      unit: "bpm",
      note: dated(resting, t.today.usual(format.quantity(usual("restingHeartRate"), "/min"))),
      values: column(recent, "restingHeartRate"),
      color: "--c-heart",
    },
    {
      label: t.today.hrv,
      value: variability && format.number(variability.value),
      unit: "ms",
      note: dated(variability, t.today.usual(format.quantity(usual("hrvRmssd"), "ms"))),
      values: column(recent, "hrvRmssd"),
      color: "--c-speed",
    },
  ];
}
