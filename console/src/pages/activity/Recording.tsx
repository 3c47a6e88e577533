/** The series of an activity as stacked charts with one cursor. */
import type { Result } from "@lockstep/client";
import { useMemo, useState } from "react";
import { type Formats, useFormats } from "../../format";
import { type Catalogue, useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Chart, type ChartSeries, type Range } from "../../ui/Chart";
import { axisUnits } from "../../units";
import type { Cursor } from "./cursor";

type Answer = Result<"getSeries">;

/** The series in their order from the top, with their colour and height. */
const CHARTS = [
  { type: "altitude", color: "--c-altitude", kind: "area", height: 110 },
  { type: "speed", color: "--c-speed", kind: "line", height: 120 },
  { type: "heart_rate", color: "--c-heart", kind: "line", height: 130 },
  { type: "power", color: "--c-power", kind: "line", height: 130 },
  { type: "cadence", color: "--c-cadence", kind: "line", height: 100 },
  { type: "temperature", color: "--c-other", kind: "line", height: 90 },
] as const;

/** The types that the page requests. */
export const RECORDED = CHARTS.map((chart) => chart.type).join();

interface RecordingProps {
  answer: Answer;
  start: number;
  cursor: Cursor;
}

export function Recording({ answer, start, cursor }: RecordingProps) {
  const t = useText();
  const format = useFormats();
  const [range, setRange] = useState<Range>();
  const times = useMemo(
    () => answer.bucketStarts.map((at) => (Date.parse(at) - start) / 1000 + answer.bucketSeconds / 2),
    [answer, start],
  );
  const charts = useMemo(() => prepared(answer, t, format), [answer, t, format]);
  if (charts.length === 0) {
    return (
      <Card title={t.activities.charts}>
        <p className="muted">{t.activities.noCharts}</p>
      </Card>
    );
  }
  return (
    <Card
      title={t.activities.charts}
      description={t.activities.chartsText}
      actions={
        range && (
          <Button small onClick={() => setRange(undefined)}>
            {t.activities.whole}
          </Button>
        )
      }
    >
      {charts.map(({ series, axis, height, yRange }, place) => (
        <Chart
          key={series.label}
          label={series.label}
          times={times}
          series={[series]}
          elapsed
          height={height + (place === charts.length - 1 ? 22 : 0)}
          showTimes={place === charts.length - 1}
          sync="activity"
          axis={axis}
          {...(yRange && { yRange })}
          range={range ?? [0, times.at(-1) ?? 0]}
          onRange={setRange}
          onCursor={(index) => {
            const at = index === null ? undefined : times[index];
            cursor.move(at === undefined ? null : start + at * 1000);
          }}
        />
      ))}
    </Card>
  );
}

interface Prepared {
  series: ChartSeries;
  axis: (value: number) => string;
  height: number;
  yRange: readonly [number | null, number | null] | undefined;
}

function prepared(answer: Answer, t: Catalogue, format: Formats): Prepared[] {
  return CHARTS.flatMap((chart) => {
    const found = answer.series.find((one) => one.type === chart.type);
    const known = found?.mean.filter((value) => value !== null) ?? [];
    if (!found || known.length < 2) {
      return [];
    }
    const units = axisUnits(found.unit ?? null, format.units, chart.type, Math.max(...known.map(Math.abs)));
    const values = found.mean.map((value) => (value === null ? null : units.convert(value)));
    const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / known.length;
    const written = (value: number) => `${format.number(value, units.digits)} ${units.unit}`.trim();
    return {
      series: {
        label: t.series[chart.type],
        color: chart.color,
        kind: chart.kind,
        values,
        format: written,
        rest: `⌀ ${written(mean)}`,
      },
      axis: (value: number) => format.number(value, Number.isInteger(value) ? 0 : 1),
      height: chart.height,
      yRange: chart.type === "altitude" || chart.type === "heart_rate" ? undefined : ([0, null] as const),
    };
  });
}
