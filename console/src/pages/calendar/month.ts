/** Days of a month for a calendar that begins on Monday. Days are `YYYY-MM-DD`. */

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Reads a month of an address; anything else is the month of `today`. */
export function monthOf(text: string | undefined, today: string): string {
  return text !== undefined && MONTH.test(text) ? text : today.slice(0, 7);
}

/** Returns the month that is `by` months later. */
export function moved(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Returns the weeks of a month with the days of the months beside it. */
export function weeksOf(month: string): string[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const offset = (first.getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let start = 1 - offset; ; start += 7) {
    const week = Array.from({ length: 7 }, (_, day) =>
      new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), start + day)).toISOString().slice(0, 10),
    );
    if (!week.some((day) => day.startsWith(month))) {
      return weeks;
    }
    weeks.push(week);
  }
}

/** Groups entries by the day on which they begin in a time zone. */
export function byDay<Entry extends { start: string }>(
  entries: readonly Entry[],
  timeZone: string,
): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  const local = new Intl.DateTimeFormat("en-CA", { timeZone });
  for (const entry of entries) {
    const day = local.format(new Date(entry.start));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

/** A row of the metrics of each day. */
interface DayRow {
  start: string;
  end: string;
  metrics: { trainingLoad?: number | null | undefined };
}

/** Returns the training load of each day that has one, by the day in a time zone. */
export function loadsByDay(rows: readonly DayRow[], timeZone: string): Map<string, number> {
  const local = new Intl.DateTimeFormat("en-CA", { timeZone });
  const loads = new Map<string, number>();
  for (const { start, end, metrics } of rows) {
    const load = metrics.trainingLoad;
    if (typeof load === "number" && load > 0) {
      loads.set(local.format((Date.parse(start) + Date.parse(end)) / 2), load);
    }
  }
  return loads;
}
