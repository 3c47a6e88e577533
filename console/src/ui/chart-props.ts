/** What a chart shows. */
import type { ChartSeries, Range, Tick } from "./chart-options";

/** The height of a chart that names none, in CSS pixels. */
export const CHART_HEIGHT = 200;

export interface ChartProps {
  /** A sentence about the content of the chart, for screen readers. */
  label: string;
  /** Milliseconds, ascending; with `elapsed`, seconds from the start. */
  times: readonly number[];
  series: readonly ChartSeries[];
  height?: number;
  elapsed?: boolean;
  timeZone?: string | undefined;
  showTimes?: boolean;
  /** The labels of the horizontal axis, where times are places of another kind. */
  ticks?: readonly Tick[];
  /** Writes the time under the cursor in place of the usual form. */
  moment?: (at: number) => string;
  axis?: (value: number) => string;
  rightAxis?: (value: number) => string;
  sync?: string;
  yRange?: readonly [number | null, number | null];
  reversed?: boolean;
  /** The visible range; without it, all times. */
  range?: Range | undefined;
  /** Is called when a range was selected, or moved with the wheel. */
  onRange?: (range: Range) => void;
  /** Is called with the index under the cursor; null when the cursor leaves. */
  onCursor?: (index: number | null) => void;
  /** Hides the line of names and values above the chart. */
  bare?: boolean;
}
