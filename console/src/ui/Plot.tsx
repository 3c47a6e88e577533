/** The drawing of a chart, on uPlot: tens of thousands of points stay smooth, and charts beside it share the cursor. */
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useFormats } from "../format";
import { listenForSpeech, listenToKeys, listenToWheel } from "./chart-input";
import { type ChartSeries, type ChartSetup, columns, options, type Range } from "./chart-options";
import { CHART_HEIGHT, type ChartProps } from "./chart-props";
import { onThemeChange, tokenColor } from "./colors";
import styles from "./Plot.module.css";
import { elapsedLabel } from "./time-axis";

export default function Plot(props: ChartProps) {
  const { series, times, height = CHART_HEIGHT, bare = false, label } = props;
  const format = useFormats(props.timeZone);
  const frame = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLDListElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef(props);
  latest.current = props;
  const id = useId();
  // A chart is built again when its shape changes, and filled again when only its values do.
  const shape = JSON.stringify([
    series.map((one) => [one.label, one.color, one.kind, one.right, one.pointSize, Boolean(one.band)]),
    [height, props.elapsed, props.timeZone, props.showTimes, props.sync, props.yRange, props.reversed],
    [format.language, format.units, props.ticks],
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` changes with everything that is read here
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) {
      return;
    }
    const write = () => writeReadout(plot.current, readout.current, latest.current, format.language);
    const build = () => {
      plot.current?.destroy();
      plot.current = create(element, latest, height, format.language, write);
      write();
    };
    build();
    const size = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (plot.current && width > 0 && width !== plot.current.width) {
        plot.current.setSize({ width, height });
      }
    });
    size.observe(element);
    const stops = [
      onThemeChange(build),
      listenToKeys(element, () => plot.current),
      listenForSpeech(element, () => readout.current),
      listenToWheel(
        element,
        () => plot.current,
        () => latest.current.onRange,
      ),
    ];
    return () => {
      size.disconnect();
      for (const stop of stops) {
        stop();
      }
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape]);
  // A view that moves keeps its data: it only gets another scale.
  const isWhole = props.range === undefined;
  useEffect(() => {
    plot.current?.setData(columns(times, series), isWhole);
    // Data alone draws nothing where the scale is given.
    if (!isWhole) {
      show(plot.current, latest.current.range);
    }
  }, [times, series, isWhole]);
  const [from, to] = props.range ?? [];
  useEffect(() => {
    const { min, max } = plot.current?.scales["x"] ?? {};
    // The chart that was moved with the wheel has the range already.
    if (from !== undefined && to !== undefined && (min !== from || max !== to)) {
      show(plot.current, [from, to]);
    }
  }, [from, to]);
  return (
    <figure className={styles.chart}>
      {!bare && <Readout series={series} refer={readout} />}
      <div
        ref={frame}
        className={styles.frame}
        style={{ height }}
        role="group"
        tabIndex={0}
        aria-label={label}
        aria-describedby={bare ? undefined : id}
      />
    </figure>
  );
}

function Readout({
  series,
  refer,
}: {
  series: readonly ChartSeries[];
  refer: React.RefObject<HTMLDListElement | null>;
}) {
  return (
    <dl ref={refer} className={styles.readout} aria-live="off">
      {series.map((one) => (
        <div key={one.label} className={styles.entry}>
          <dt>
            <span
              className={[styles.swatch, one.dashed && styles.dashed].filter(Boolean).join(" ")}
              style={{ color: `var(${one.color})` }}
            />
            {one.label}
          </dt>
          <dd className="num" />
        </div>
      ))}
      <div className={styles.moment}>
        <dt className="visually-hidden">·</dt>
        <dd className="num" />
      </div>
    </dl>
  );
}

/** Draws a range, also if it is the present one. */
function show(plot: uPlot | null, range: Range | undefined): void {
  if (range) {
    plot?.setScale("x", { min: range[0], max: range[1] });
  }
}

type Latest = { readonly current: ChartProps };

function create(
  element: HTMLElement,
  latest: Latest,
  height: number,
  language: string,
  write: () => void,
): uPlot {
  const { series, times, ...props } = latest.current;
  const setup: ChartSetup = {
    language,
    timeZone: props.timeZone,
    elapsed: props.elapsed ?? false,
    showTimes: props.showTimes ?? true,
    ticks: props.ticks,
    axis: props.axis ?? ((value) => value.toLocaleString(language)),
    rightAxis: series.some((one) => one.right) ? (props.rightAxis ?? String) : undefined,
    sync: props.sync,
    yRange: props.yRange,
    reversed: props.reversed ?? false,
    range: props.range,
    isSelectable: props.onRange !== undefined,
  };
  const size = { width: Math.max(element.clientWidth, 60), height };
  const wanted = options(size, series, setup);
  wanted.hooks = {
    setCursor: [
      (chart) => {
        write();
        latest.current.onCursor?.(chart.cursor.idx ?? null);
      },
    ],
    setSelect: [
      (chart) => {
        const { left, width } = chart.select;
        if (width > 4) {
          latest.current.onRange?.([chart.posToVal(left, "x"), chart.posToVal(left + width, "x")]);
        }
        chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
      },
    ],
  };
  const chart = new uPlot(wanted, columns(times, series), element);
  element.style.setProperty("--cursor", tokenColor("--text-3"));
  return chart;
}

/** Writes the values under the cursor, or the newest ones, without asking React to render. */
function writeReadout(
  plot: uPlot | null,
  list: HTMLElement | null,
  props: ChartProps,
  language: string,
): void {
  if (!plot || !list) {
    return;
  }
  // Without a cursor the newest values stand there.
  const index = plot.cursor.idx ?? null;
  const cells = list.querySelectorAll("dd");
  props.series.forEach((one, place) => {
    const value = index === null ? one.values.findLast((known) => known !== null) : one.values[index];
    const rest = index === null ? one.rest : undefined;
    const cell = cells[place];
    if (cell) {
      cell.textContent = rest ?? (value === null || value === undefined ? "" : one.format(value));
    }
  });
  const last = cells[props.series.length];
  const at = index === null ? undefined : props.times[index];
  if (last) {
    last.textContent = at === undefined ? "" : moment(at, props, language);
  }
}

function moment(at: number, props: ChartProps, language: string): string {
  if (props.moment) {
    return props.moment(at);
  }
  if (props.elapsed) {
    return elapsedLabel(at);
  }
  const span = (props.times.at(-1) ?? at) - (props.times[0] ?? at);
  const step = span / Math.max(props.times.length - 1, 1);
  const zone = props.timeZone === undefined ? {} : { timeZone: props.timeZone };
  const clock = step < 82_800_000 ? { hour: "2-digit", minute: "2-digit" } : {};
  const parts = { weekday: "short", day: "numeric", month: "short", ...clock, ...zone } as const;
  return new Intl.DateTimeFormat(language, parts as Intl.DateTimeFormatOptions).format(at);
}
