/** One chart for each series, with one cursor, and the figures of the visible range. */
import type { Result } from "@lockstep/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../api/client";
import { type Formats, useFormats } from "../../format";
import { seriesColor, seriesName } from "../../series";
import { useText } from "../../text";
import { Card } from "../../ui/Card";
import { Chart, type Range } from "../../ui/Chart";
import { Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { axisUnits } from "../../units";
import { columnsOf, drawingOf, summary } from "./buckets";
import styles from "./Explore.module.css";
import { BUCKETS, windowOf } from "./window";

type Answer = Result<"getSeries">;

interface ChartsProps {
  chosen: readonly string[];
  range: Range;
  onRange: (range: Range) => void;
}

export function SeriesCharts({ chosen, range, onRange }: ChartsProps) {
  const t = useText();
  const [start, end] = windowOf(range);
  const types = chosen.join();
  const series = useQuery({
    queryKey: ["series", types, start, end],
    queryFn: ({ signal }) =>
      api.fitness.getSeries(
        {
          types,
          startDate: new Date(start).toISOString(),
          endDate: new Date(end).toISOString(),
          buckets: BUCKETS,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={series} height={480}>
      {(answer) => (
        <>
          <Card>
            {answer.series.map((one, place) => (
              <SeriesChart
                key={one.type}
                answer={answer}
                series={one}
                isLast={place === answer.series.length - 1}
                height={answer.series.length === 1 ? 420 : answer.series.length === 2 ? 240 : 170}
                range={range}
                onRange={onRange}
              />
            ))}
            {answer.series.length === 0 && <p role="status">{t.explore.nothing}</p>}
            <p className={styles.hint}>{t.explore.hint}</p>
          </Card>
          <InView answer={answer} range={range} />
        </>
      )}
    </Loaded>
  );
}

interface SeriesChartProps {
  answer: Answer;
  series: Answer["series"][number];
  isLast: boolean;
  height: number;
  range: Range;
  onRange: (range: Range) => void;
}

function SeriesChart({ answer, series, isLast, height, range, onRange }: SeriesChartProps) {
  const t = useText();
  const format = useFormats();
  const name = seriesName(series.type, t);
  const units = useMemo(() => shownUnits(series, format), [series, format]);
  const data = useMemo(() => columnsOf(answer, series, units.convert), [answer, series, units]);
  const { kind, pointSize } = useMemo(() => drawingOf(data, series.type), [data, series.type]);
  const chart = useMemo(
    () => [
      {
        label: name,
        color: seriesColor(series.type),
        values: data.mean,
        kind,
        ...(kind === "bars" ? { solid: true } : { band: { min: data.min, max: data.max } }),
        ...(pointSize !== undefined && { pointSize }),
        format: (value: number) => `${format.number(value, units.digits)} ${units.unit}`.trim(),
      },
    ],
    [name, series.type, data, kind, pointSize, format, units],
  );
  const isEmpty = useMemo(() => summary(answer, series, range).count === 0, [answer, series, range]);
  return (
    <>
      {isEmpty && (
        <p role="status">
          {name}: {t.explore.nothing}
        </p>
      )}
      <Chart
        label={t.explore.chart(name)}
        times={data.times}
        series={chart}
        height={height + (isLast ? 22 : 0)}
        showTimes={isLast}
        sync="explore"
        timeZone={answer.timeZone}
        axis={(value) => format.number(value, Number.isInteger(value) ? 0 : 1)}
        {...(kind === "bars" && { yRange: FROM_ZERO })}
        range={range}
        onRange={onRange}
      />
    </>
  );
}

/** Bars are read from zero. */
const FROM_ZERO = [0, null] as const;

/** Sleep and other durations are read in hours, everything else in the units of the person. */
function shownUnits(series: Answer["series"][number], format: Formats) {
  if (series.unit === "s" || series.unit === "min") {
    const perHour = series.unit === "s" ? 3600 : 60;
    return { unit: "h", digits: 1, convert: (value: number) => value / perHour };
  }
  const known = series.max.filter((value) => value !== null);
  return axisUnits(series.unit ?? null, format.units, series.type, Math.max(0, ...known.map(Math.abs)));
}

function InView({ answer, range }: { answer: Answer; range: Range }) {
  const t = useText();
  const format = useFormats();
  const rows = answer.series.map((series) => ({
    series,
    units: shownUnits(series, format),
    ...summary(answer, series, range),
  }));
  type Row = (typeof rows)[number];
  const written = (row: Row, value: number | null) =>
    value === null
      ? "–"
      : `${format.number(row.units.convert(value), row.units.digits)} ${row.units.unit}`.trim();
  const figure = (key: "min" | "mean" | "max", header: string) => ({
    key,
    header,
    numeric: true,
    cell: (row: Row) => written(row, row[key]),
  });
  return (
    <Card title={t.explore.inView} flush>
      <Table
        label={t.explore.inView}
        rows={rows}
        rowKey={(row) => row.series.type}
        columns={[
          { key: "series", header: t.explore.series, cell: (row) => seriesName(row.series.type, t) },
          figure("min", t.explore.lowest),
          figure("mean", t.explore.mean),
          figure("max", t.explore.highest),
          {
            key: "count",
            header: t.explore.points,
            numeric: true,
            wide: true,
            cell: (row) => format.number(row.count),
          },
        ]}
      />
    </Card>
  );
}
