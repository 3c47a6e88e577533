/** Keyboard and wheel of a chart: arrows move the cursor, the wheel zooms, and moving it sideways pans. */
import type uPlot from "uplot";
import type { Range } from "./chart-options";

type Plot = () => uPlot | null;

/** The types of uPlot leave out the last argument: whether the charts that share the cursor follow, as they do a pointer. */
interface SharedCursor {
  setCursor(place: { left: number; top: number }, fireHook: boolean, publish: boolean): void;
}

/** Moves the cursor with the arrow keys; returns the function that stops it. */
export function listenToKeys(element: HTMLElement, plot: Plot): () => void {
  const move = (event: KeyboardEvent) => {
    const chart = plot();
    const times = chart?.data[0];
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 };
    const step = steps[event.key];
    if (!chart || !times || step === undefined) {
      return;
    }
    event.preventDefault();
    const from = chart.cursor.idx ?? (step > 0 ? -1 : times.length);
    const index = Math.min(Math.max(from + step, 0), times.length - 1);
    const at = times[index];
    if (at !== undefined) {
      const place = { left: chart.valToPos(at, "x"), top: chart.bbox.height / 2 / devicePixelRatio };
      const shared: SharedCursor = chart;
      shared.setCursor(place, true, true);
    }
  };
  element.addEventListener("keydown", move);
  return () => element.removeEventListener("keydown", move);
}

/** Lets a screen reader say the values under a cursor that the keyboard moves, and be silent while a pointer moves it. */
export function listenForSpeech(element: HTMLElement, readout: () => HTMLElement | null): () => void {
  const speak = () => readout()?.setAttribute("aria-live", "polite");
  const hush = () => readout()?.setAttribute("aria-live", "off");
  element.addEventListener("keydown", speak);
  element.addEventListener("pointermove", hush);
  element.addEventListener("blur", hush);
  return () => {
    element.removeEventListener("keydown", speak);
    element.removeEventListener("pointermove", hush);
    element.removeEventListener("blur", hush);
  };
}

/** Returns the range after a turn of the wheel at the place `share` of the chart. */
export function turned([from, to]: Range, share: number, { x, y }: { x: number; y: number }): Range {
  const span = to - from;
  if (Math.abs(x) > Math.abs(y)) {
    const shift = (span * x) / 800;
    return [from + shift, to + shift];
  }
  const factor = Math.exp(Math.max(-300, Math.min(300, y)) / 400);
  const fixed = from + span * share;
  return [fixed - (fixed - from) * factor, fixed + (to - fixed) * factor];
}

/** Zooms and pans with the wheel; returns the function that stops it. */
export function listenToWheel(
  element: HTMLElement,
  plot: Plot,
  onRange: () => ((range: Range) => void) | undefined,
): () => void {
  const turn = (event: WheelEvent) => {
    const chart = plot();
    const tell = onRange();
    const { min, max } = chart?.scales["x"] ?? {};
    // Without a modifier the wheel scrolls the page, as everywhere.
    if (
      !chart ||
      !tell ||
      min === undefined ||
      max === undefined ||
      !(event.ctrlKey || event.metaKey || event.shiftKey)
    ) {
      return;
    }
    event.preventDefault();
    const box = chart.over.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const sideways = event.shiftKey && event.deltaX === 0;
    const by = sideways ? { x: event.deltaY, y: 0 } : { x: event.deltaX, y: event.deltaY };
    const range = turned([min, max], share, by);
    chart.setScale("x", { min: range[0], max: range[1] });
    tell(range);
  };
  element.addEventListener("wheel", turn, { passive: false });
  return () => element.removeEventListener("wheel", turn);
}
