/** Numbers, dates and durations in the person's language. */
import { type Preferences, usePreferences } from "./preferences";
import { languageOf } from "./text/language";
import { inUnits } from "./units";

const NONE = "–";

/** Returns the functions that write values for a language, units and a time zone. */
export function formats(language: string, units: Preferences["units"], timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone };
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));
  const number = (value: number | null | undefined, digits = 0): string =>
    value === null || value === undefined || !Number.isFinite(value)
      ? NONE
      : value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const date = (parts: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(language, { ...zone, ...parts }));
    return (at: string | number | Date | null | undefined): string => {
      const moment = at === null || at === undefined ? Number.NaN : new Date(at).getTime();
      return Number.isNaN(moment) ? NONE : format().format(moment);
    };
  };
  return {
    language,
    units,
    number,
    /** A number without decimals, for axes. */
    whole: (value: number): string => number(value),
    /** A value of the API with its unit: `12.4 km`. */
    quantity(value: number | null | undefined, unit: string | null, type?: string): string {
      if (value === null || value === undefined || !Number.isFinite(value)) {
        return NONE;
      }
      const shown = inUnits(value, unit, units, type);
      return shown.unit === ""
        ? number(shown.value, shown.digits)
        : `${number(shown.value, shown.digits)} ${shown.unit}`;
    },
    /** Seconds as `1:02:03`, or `42:07`. */
    duration: (seconds: number | null | undefined): string => duration(seconds),
    /** Seconds as `7 h 30 min`. */
    hours(seconds: number | null | undefined): string {
      if (seconds === null || seconds === undefined) {
        return NONE;
      }
      const minutes = Math.round(seconds / 60);
      return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    },
    /** Seconds per kilometre as `5:12 /km`, or per mile. */
    pace(secondsPerKm: number | null | undefined): string {
      if (secondsPerKm === null || secondsPerKm === undefined || secondsPerKm <= 0) {
        return NONE;
      }
      const each = units === "metric" ? secondsPerKm : secondsPerKm * 1.609344;
      return `${duration(each)} ${units === "metric" ? "/km" : "/mi"}`;
    },
    bytes: (value: number): string => bytes(value, number),
    percent: (share: number, digits = 0): string =>
      share.toLocaleString(language, {
        style: "percent",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
    day: date({ day: "numeric", month: "short", year: "numeric" }),
    shortDay: date({ day: "numeric", month: "short" }),
    weekday: date({ weekday: "short", day: "numeric", month: "short" }),
    month: date({ month: "long", year: "numeric" }),
    time: date({ hour: "2-digit", minute: "2-digit" }),
    dateTime: date({ dateStyle: "medium", timeStyle: "short" }),
    /** A moment relative to `now`: `3 hours ago`. */
    ago: (at: string | null | undefined, now = Date.now()): string =>
      at === null || at === undefined ? NONE : ago(Date.parse(at), now, relative()),
  };
}

export type Formats = ReturnType<typeof formats>;

/** Makes a value when it is needed for the first time. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const known = new Map<string, Formats>();

/** Returns the formats of a choice, always the same ones: a page has dozens of parts that write values. */
export function formatsOf(language: string, units: Preferences["units"], timeZone?: string): Formats {
  const key = JSON.stringify([language, units, timeZone]);
  const found = known.get(key) ?? formats(language, units, timeZone);
  known.set(key, found);
  return found;
}

function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) {
    return NONE;
  }
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function bytes(value: number, number: (value: number, digits: number) => string): string {
  const names = ["B", "kB", "MB", "GB", "TB"];
  let [amount, step] = [value, 0];
  while (amount >= 1000 && step < names.length - 1) {
    amount /= 1000;
    step += 1;
  }
  return `${number(amount, step > 0 && amount < 100 ? 1 : 0)} ${names[step]}`;
}

function ago(at: number, now: number, format: Intl.RelativeTimeFormat): string {
  if (Number.isNaN(at)) {
    return NONE;
  }
  const seconds = (at - now) / 1000;
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [60, "second"],
    [3600, "minute"],
    [86_400, "hour"],
    [30 * 86_400, "day"],
    [365 * 86_400, "month"],
  ];
  let size = 1;
  for (const [end, unit] of steps) {
    if (Math.abs(seconds) < end) {
      return format.format(Math.round(seconds / size), unit);
    }
    size = unit === "day" ? 30 * 86_400 : end;
  }
  return format.format(Math.round(seconds / (365 * 86_400)), "year");
}

/** Returns the formats of the person's choice. */
export function useFormats(timeZone?: string): Formats {
  const { preferences } = usePreferences();
  const language = languageOf(preferences.language, navigator.languages);
  const locale = localeFor(language, navigator.languages);
  return formatsOf(locale, preferences.units, timeZone);
}

/** The browser's own variant of the language, such as `en-GB`, writes dates as the person expects them. */
export function localeFor(language: string, wished: readonly string[]): string {
  return wished.find((one) => one.split("-")[0] === language) ?? language;
}
