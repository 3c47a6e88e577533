/** Labels of a time axis in the person's language, as fine as the distance of the lines. */
import type uPlot from "uplot";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Returns how a moment is written where lines are `step` milliseconds apart. */
export function momentFormat(step: number): Intl.DateTimeFormatOptions {
  switch (true) {
    case step < MINUTE:
      return { hour: "2-digit", minute: "2-digit", second: "2-digit" };
    case step < DAY:
      return { hour: "2-digit", minute: "2-digit" };
    case step < 27 * DAY:
      return { day: "numeric", month: "short" };
    case step < 360 * DAY:
      return { month: "short", year: "2-digit" };
    default:
      return { year: "numeric" };
  }
}

/** Writes seconds from the start: `0:00`, `1:05:00`. */
export function elapsedLabel(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Returns the function that labels an axis. The first label of a day within hours names the day. */
export function timeLabels(
  language: string,
  timeZone: string | undefined,
  elapsed: boolean,
): uPlot.Axis.DynamicValues {
  const zone = timeZone === undefined ? {} : { timeZone };
  return (_, splits, _axis, _space, step) => {
    if (elapsed) {
      return splits.map(elapsedLabel);
    }
    const format = new Intl.DateTimeFormat(language, { ...zone, ...momentFormat(step) });
    const day = new Intl.DateTimeFormat(language, { ...zone, day: "numeric", month: "short" });
    let before = "";
    return splits.map((at) => {
      const of = day.format(at);
      const isNew = step < DAY && of !== before;
      before = of;
      return isNew ? of : format.format(at);
    });
  };
}
