/** Load, fitness and fatigue above form, with one cursor, and their forecast where the person asks for it. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api } from "../../api/client";
import { type Formats, useFormats } from "../../format";
import { type Catalogue, useText } from "../../text";
import { Chart, type ChartSeries } from "../../ui/Chart";
import { Segmented } from "../../ui/Field";
import { Loaded } from "../../ui/State";
import { column, type Metrics } from "./days";
import { FORECAST_DAYS, type Forecast, type ForecastColumns, forecastColumns } from "./forecast";

/** The training that a forecast assumes; `none` shows no forecast. */
const PLANS = ["none", "usual", "rest"] as const;
type Plan = (typeof PLANS)[number];

interface LoadChartsProps {
  query: UseQueryResult<Metrics>;
  /** The height of the grey shape. */
  height: number;
  slow: string;
}

export function LoadCharts({ query, height, slow }: LoadChartsProps) {
  return (
    <Loaded query={query} height={height} slow={slow}>
      {(metrics) => <Charts metrics={metrics} />}
    </Loaded>
  );
}

function Charts({ metrics }: { metrics: Metrics }) {
  const t = useText();
  const { whole } = useFormats();
  const [plan, setPlan] = useState<Plan>("none");
  // The forecast is computed when the person asks for it.
  const forecast = useQuery({
    queryKey: ["metrics", "forecast", plan],
    queryFn: ({ signal }) =>
      api.fitness.getLoadForecast(
        plan === "rest" ? { days: FORECAST_DAYS, dailyLoad: 0 } : { days: FORECAST_DAYS },
        { signal },
      ),
    enabled: plan !== "none",
    staleTime: 5 * 60_000,
  });
  const shown = plan === "none" ? undefined : forecast.data;
  const rows = useMemo(() => metrics.intervals ?? [], [metrics]);
  const zone = metrics.basis.timeZone;
  const coming = useMemo(
    () =>
      forecastColumns(
        rows.map((row) => row.start),
        shown,
        zone,
      ),
    [rows, shown, zone],
  );
  const isForecast = shown !== undefined && shown.days.length > 0;
  const loads = useMemo(
    () => loadSeries(rows, coming, isForecast, t, whole),
    [rows, coming, isForecast, t, whole],
  );
  const form = useMemo(
    () => formSeries(rows, coming, isForecast, t, whole),
    [rows, coming, isForecast, t, whole],
  );
  const shared = { times: coming.times, sync: "today", timeZone: zone, axis: whole };
  return (
    <>
      <Chart
        {...shared}
        label={t.today.loadChart}
        series={loads}
        height={210}
        showTimes={false}
        yRange={[0, null]}
      />
      <Chart {...shared} label={t.today.formChart} series={form} height={130} />
      <Segmented
        label={t.today.forecast}
        value={plan}
        onChange={setPlan}
        options={PLANS.map((value) => ({ value, label: t.today.plans[value] }))}
      />
      {plan !== "none" && (
        <Loaded query={forecast} height={40}>
          {(data) => <Assumption forecast={data} timeZone={zone} />}
        </Loaded>
      )}
    </>
  );
}

/** States the assumptions of the forecast, or why it is missing. */
function Assumption({ forecast, timeZone }: { forecast: Forecast; timeZone: string }) {
  const t = useText();
  const format = useFormats(timeZone);
  const { days, dailyLoad, lastDate, reason } = forecast;
  // Noon in UTC is within the day in almost every time zone.
  const since = format.day(`${lastDate}T12:00:00Z`);
  return (
    <p className="muted">
      {days.length === 0
        ? `${t.today.noForecast} ${reason ?? ""}`
        : t.today.forecastText(format.number(days.length), since, format.number(dailyLoad))}
    </p>
  );
}

type Rows = NonNullable<Metrics["intervals"]>;
type Write = Formats["whole"];

/** A dashed line that goes on where a line of the same colour ends. */
function dashed(
  label: string,
  color: string,
  values: readonly (number | null)[],
  format: Write,
): ChartSeries {
  return { label, color, values, format, dashed: true };
}

function loadSeries(
  rows: Rows,
  coming: ForecastColumns,
  isForecast: boolean,
  t: Catalogue,
  format: Write,
): ChartSeries[] {
  const { load, fitness, fatigue, expected } = t.today;
  return [
    { label: load, color: "--c-load", kind: "bars", values: padded(rows, "trainingLoad", coming), format },
    { label: fitness, color: "--c-fitness", values: padded(rows, "chronicLoad", coming), format },
    { label: fatigue, color: "--c-fatigue", values: padded(rows, "acuteLoad", coming), format },
    ...(isForecast
      ? [
          dashed(expected(fitness), "--c-fitness", coming.fitness, format),
          dashed(expected(fatigue), "--c-fatigue", coming.fatigue, format),
        ]
      : []),
  ];
}

function formSeries(
  rows: Rows,
  coming: ForecastColumns,
  isForecast: boolean,
  t: Catalogue,
  format: Write,
): ChartSeries[] {
  const { form, expected } = t.today;
  const values = padded(rows, "trainingStressBalance", coming);
  return [
    { label: form, color: "--c-form", kind: "area", values, format },
    ...(isForecast ? [dashed(expected(form), "--c-form", coming.form, format)] : []),
  ];
}

/** Returns the values of a metric on all days of the charts: null on days of the forecast. */
function padded(
  rows: Rows,
  name: Parameters<typeof column>[1],
  { times }: ForecastColumns,
): (number | null)[] {
  const known = column(rows, name);
  return times.map((_, place) => known[place] ?? null);
}
