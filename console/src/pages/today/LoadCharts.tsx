/** Load, fitness and fatigue above form, with one cursor. */
import { useMemo } from "react";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Chart, type ChartSeries } from "../../ui/Chart";
import { column, type Metrics } from "./days";

export function LoadCharts({ metrics }: { metrics: Metrics }) {
  const t = useText();
  const format = useFormats();
  const rows = useMemo(() => metrics.intervals ?? [], [metrics]);
  // Noon keeps a day's bar in its day.
  const times = useMemo(() => rows.map((row) => Date.parse(row.start) + 43_200_000), [rows]);
  const { whole } = format;
  const loads = useMemo(
    (): ChartSeries[] => [
      {
        label: t.today.load,
        color: "--c-load",
        kind: "bars",
        values: column(rows, "trainingLoad"),
        format: whole,
      },
      { label: t.today.fitness, color: "--c-fitness", values: column(rows, "chronicLoad"), format: whole },
      { label: t.today.fatigue, color: "--c-fatigue", values: column(rows, "acuteLoad"), format: whole },
    ],
    [rows, t, whole],
  );
  const form = useMemo(
    (): ChartSeries[] => [
      {
        label: t.today.form,
        color: "--c-form",
        kind: "area",
        values: column(rows, "trainingStressBalance"),
        format: whole,
      },
    ],
    [rows, t, whole],
  );
  const zone = metrics.basis.timeZone;
  return (
    <>
      <Chart
        label={t.today.loadChart}
        times={times}
        series={loads}
        height={210}
        sync="today"
        timeZone={zone}
        showTimes={false}
        yRange={[0, null]}
        axis={whole}
      />
      <Chart
        label={t.today.formChart}
        times={times}
        series={form}
        height={130}
        sync="today"
        timeZone={zone}
        axis={whole}
      />
    </>
  );
}
