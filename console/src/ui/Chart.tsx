/** A chart over time. The library that draws it is loaded after the page is shown: the page is usable before. */
import { lazy, Suspense, useEffect } from "react";
import { whenIdle } from "../idle";
import { CHART_HEIGHT, type ChartProps } from "./chart-props";
import { Loading } from "./State";

export type { ChartSeries, Range } from "./chart-options";

const load = () => import("./Plot");
const Plot = lazy(load);
/** The height of the line of names and values, in CSS pixels. */
const READOUT_HEIGHT = 24;

export function Chart(props: ChartProps) {
  const { height = CHART_HEIGHT, bare = false } = props;
  return (
    // The content below keeps its place when the chart appears.
    <Suspense fallback={<Loading height={height + (bare ? 0 : READOUT_HEIGHT)} />}>
      <Plot {...props} />
    </Suspense>
  );
}

/** Loads the library when the page is drawn and usable, while it waits for the values that it will draw. */
export function useChartSoon(): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Who draws a chart sees the error.
        load().catch(() => undefined);
      }),
    [],
  );
}
