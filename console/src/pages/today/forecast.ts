/** Places the days of a forecast after, or beside, the days of the charts. */
import type { Result } from "@lockstep/client";
import { dayBefore } from "./days";

export type Forecast = Result<"getLoadForecast">;

/** The number of coming days: the usual length of a taper. */
export const FORECAST_DAYS = 14;

const DAY_MS = 86_400_000;

/** The days of the charts with those of a forecast, and the values of the forecast; null on other days. */
export interface ForecastColumns {
  times: number[];
  fitness: (number | null)[];
  fatigue: (number | null)[];
  form: (number | null)[];
}

/** Joins a forecast to charts whose days have these `starts`. The forecast begins with the known values of its last day. */
export function forecastColumns(
  starts: readonly string[],
  forecast: Forecast | undefined,
  timeZone: string,
): ForecastColumns {
  // Noon keeps a day's bar in its day.
  const times = starts.map((start) => Date.parse(start) + DAY_MS / 2);
  const none = () => starts.map((): number | null => null);
  const columns = { times, fitness: none(), fatigue: none(), form: none() };
  const last = starts.at(-1);
  if (!forecast || last === undefined) {
    return columns;
  }
  const { lastDate: date, acuteLoad, chronicLoad, trainingStressBalance } = forecast;
  const known = { date, acuteLoad, chronicLoad, trainingStressBalance };
  const lastDay = Date.parse(dayBefore(0, Date.parse(last), timeZone));
  for (const day of forecast.days.length > 0 ? [known, ...forecast.days] : []) {
    const place = starts.length - 1 + Math.round((Date.parse(day.date) - lastDay) / DAY_MS);
    if (place < 0) {
      continue;
    }
    while (times.length <= place) {
      times.push((times.at(-1) ?? 0) + DAY_MS);
      columns.fitness.push(null);
      columns.fatigue.push(null);
      columns.form.push(null);
    }
    columns.fitness[place] = day.chronicLoad ?? null;
    columns.fatigue[place] = day.acuteLoad ?? null;
    columns.form[place] = day.trainingStressBalance ?? null;
  }
  return columns;
}
