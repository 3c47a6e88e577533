/** Turns the series of a chart into the options of uPlot. */
import uPlot from "uplot";
import { faded, tokenColor } from "./colors";
import { timeLabels } from "./time-axis";

export interface ChartSeries {
  label: string;
  /** A design token, such as `--c-heart`. */
  color: string;
  values: readonly (number | null)[];
  /** The lowest and the highest value at each time, drawn as a band behind the line. */
  band?: { min: readonly (number | null)[]; max: readonly (number | null)[] };
  kind?: "line" | "bars" | "area" | "steps";
  /** Draws bars in their full colour, where nothing is drawn over them. */
  solid?: boolean;
  /** The size of the points of a line in pixels; without it, a line with few values has small ones. */
  pointSize?: number;
  /** Draws the series against the right axis. */
  right?: boolean;
  dashed?: boolean;
  /** Stands for the value while there is no cursor; without it, the newest value does. */
  rest?: string;
  /** Writes a value with its unit. */
  format: (value: number) => string;
}

/** A label of the horizontal axis. */
export interface Tick {
  at: number;
  label: string;
}

/** A range of times in milliseconds. */
export type Range = readonly [number, number];

export interface ChartSetup {
  language: string;
  timeZone: string | undefined;
  /** Times are seconds from the start instead of moments. */
  elapsed: boolean;
  /** Whether the times are written below the chart. */
  showTimes: boolean;
  /** The labels of the times; without them, they follow the distance of the lines. */
  ticks: readonly Tick[] | undefined;
  /** Writes values at the left axis. */
  axis: (value: number) => string;
  rightAxis: ((value: number) => string) | undefined;
  /** Charts with one key share their cursor. */
  sync: string | undefined;
  /** The lowest and highest value; without it the data decide. */
  yRange: readonly [number | null, number | null] | undefined;
  /** Draws the vertical axis from the top down: a fast pace is up. */
  reversed: boolean;
  range: Range | undefined;
  isSelectable: boolean;
}

/** Returns the columns of uPlot: the times, and for each series its values and its band. */
export function columns(times: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData {
  const all: (readonly (number | null)[])[] = [times];
  for (const one of series) {
    all.push(one.values);
    if (one.band) {
      all.push(one.band.max, one.band.min);
    }
  }
  return all as uPlot.AlignedData;
}

function drawn(one: ChartSeries): uPlot.Series {
  const color = tokenColor(one.color);
  const scale = one.right ? "right" : "y";
  const shared = { label: one.label, scale, points: { show: false }, spanGaps: false } as const;
  switch (one.kind) {
    case "bars":
      return {
        ...shared,
        fill: faded(color, one.solid ? 0.85 : 0.42),
        paths: uPlot.paths.bars?.({ size: [0.7, 28, 1], radius: 0.15 }) ?? (() => null),
      };
    case "area":
      return { ...shared, stroke: color, width: 1.6, fill: faded(color, 0.12), spanGaps: true };
    case "steps":
      return {
        ...shared,
        stroke: color,
        width: 1.6,
        paths: uPlot.paths.stepped?.({ align: 1 }) ?? (() => null),
      };
    default:
      // uPlot shows the points themselves where they are few.
      return {
        ...shared,
        stroke: color,
        width: 1.6,
        points: one.pointSize === undefined ? { size: 4 } : { show: true, size: one.pointSize, fill: color },
        ...(one.dashed && { dash: [5, 4] }),
      };
  }
}

function edge(one: ChartSeries): uPlot.Series {
  return { label: `${one.label} band`, scale: one.right ? "right" : "y", width: 0, points: { show: false } };
}

/** Returns the series of uPlot and the bands between their edges. */
function seriesAndBands(series: readonly ChartSeries[]): Pick<uPlot.Options, "series" | "bands"> {
  const all: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const one of series) {
    all.push(drawn(one));
    if (one.band) {
      bands.push({ series: [all.length, all.length + 1], fill: faded(tokenColor(one.color), 0.18) });
      all.push(edge(one), edge(one));
    }
  }
  return { series: all, bands };
}

/** Distances of lines in seconds that people read easily. */
const ELAPSED_STEPS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200];

/** Returns the places and the labels of the horizontal axis. */
function timeMarks({ ticks, elapsed, language, timeZone }: ChartSetup): Partial<uPlot.Axis> {
  if (ticks) {
    const labels = new Map(ticks.map((tick) => [tick.at, tick.label]));
    return {
      splits: () => [...labels.keys()],
      values: (_, splits) => splits.map((at) => labels.get(at) ?? ""),
    };
  }
  return { values: timeLabels(language, timeZone, elapsed), ...(elapsed && { incrs: ELAPSED_STEPS }) };
}

function axes(setup: ChartSetup): uPlot.Axis[] {
  const [text, grid] = [tokenColor("--text-3"), tokenColor("--grid")];
  const font = `11.5px ${getComputedStyle(document.body).fontFamily}`;
  const shared = { stroke: text, font, ticks: { show: false } };
  const lines = { stroke: grid, width: 1 };
  const times: uPlot.Axis = {
    ...shared,
    show: setup.showTimes,
    size: 26,
    gap: 6,
    grid: { ...lines, show: setup.showTimes },
    space: 72,
    ...timeMarks(setup),
  };
  const left: uPlot.Axis = {
    ...shared,
    grid: lines,
    size: 46,
    gap: 6,
    space: 34,
    values: (_, splits) => splits.map(setup.axis),
  };
  const right = setup.rightAxis;
  if (!right) {
    return [times, left];
  }
  const other: uPlot.Axis = {
    ...shared,
    scale: "right",
    side: 1,
    grid: { show: false },
    size: 40,
    gap: 6,
    space: 34,
    values: (_, splits) => splits.map(right),
  };
  return [times, left, other];
}

/** Returns the options of a chart of this size. */
export function options(
  size: { width: number; height: number },
  series: readonly ChartSeries[],
  setup: ChartSetup,
): uPlot.Options {
  const zone = setup.timeZone;
  const limits = setup.yRange;
  const y: uPlot.Scale = { dir: setup.reversed ? -1 : 1 };
  if (limits) {
    y.range = (_, low, high) => [limits[0] ?? low, limits[1] ?? high];
  }
  const range = setup.range;
  const result: uPlot.Options = {
    ...size,
    ms: 1,
    ...(zone !== undefined && { tzDate: (at: number) => uPlot.tzDate(new Date(at), zone) }),
    ...seriesAndBands(series),
    axes: axes(setup),
    scales: {
      x: { time: !setup.elapsed, ...(range && { auto: false, min: range[0], max: range[1] }) },
      y,
      right: {},
    },
    legend: { show: false },
    padding: [10, setup.rightAxis ? 0 : 20, setup.showTimes ? 0 : 4, 0],
    cursor: {
      y: false,
      points: { size: 7, width: 2 },
      drag: { x: setup.isSelectable, y: false, setScale: false },
      ...(setup.sync && { sync: { key: setup.sync, setSeries: false } }),
    },
  };
  return result;
}
