/** Units as people read them: the API sends canonical units (metres, m/s, seconds, °C, kg). */
import type { Preferences } from "./preferences";

/** A value with its unit, ready to be shown. */
export interface Shown {
  value: number;
  unit: string;
  /** Decimals that make sense for the value. */
  digits: number;
}

interface Rule {
  metric: (value: number) => Shown;
  imperial: (value: number) => Shown;
}

const same = (unit: string, digits: number): Rule => {
  const show = (value: number) => ({ value, unit, digits });
  return { metric: show, imperial: show };
};

const METRES_PER_MILE = 1609.344;
const METRES_PER_FOOT = 0.3048;
const KG_PER_POUND = 0.45359237;

/** Rules by canonical unit. */
const RULES: Record<string, Rule> = {
  m: {
    metric: (value) =>
      Math.abs(value) >= 1000
        ? { value: value / 1000, unit: "km", digits: 2 }
        : { value, unit: "m", digits: 0 },
    imperial: (value) =>
      Math.abs(value) >= METRES_PER_MILE / 4
        ? { value: value / METRES_PER_MILE, unit: "mi", digits: 2 }
        : { value: value / METRES_PER_FOOT, unit: "ft", digits: 0 },
  },
  "m/s": {
    metric: (value) => ({ value: value * 3.6, unit: "km/h", digits: 1 }),
    imperial: (value) => ({ value: (value * 3600) / METRES_PER_MILE, unit: "mph", digits: 1 }),
  },
  kg: {
    metric: (value) => ({ value, unit: "kg", digits: 1 }),
    imperial: (value) => ({ value: value / KG_PER_POUND, unit: "lb", digits: 1 }),
  },
  Cel: {
    metric: (value) => ({ value, unit: "°C", digits: 1 }),
    imperial: (value) => ({ value: value * 1.8 + 32, unit: "°F", digits: 1 }),
  },
  "/min": same("bpm", 0),
  W: same("W", 0),
  ms: same("ms", 0),
  "%": same("%", 0),
};

/** Types whose unit says too little: cadence counts revolutions, breathing counts breaths. */
const BY_TYPE: Record<string, Rule> = {
  cadence: same("rpm", 0),
  running_cadence: same("spm", 0),
  respiratory_rate: same("/min", 1),
  altitude: {
    metric: (value) => ({ value, unit: "m", digits: 0 }),
    imperial: (value) => ({ value: value / METRES_PER_FOOT, unit: "ft", digits: 0 }),
  },
  steps: same("", 0),
};

/** Returns a value of a type in the units that the person chose. */
export function inUnits(
  value: number,
  unit: string | null,
  units: Preferences["units"],
  type?: string,
): Shown {
  const rule = (type !== undefined ? BY_TYPE[type] : undefined) ?? RULES[unit ?? ""];
  return rule ? rule[units](value) : { value, unit: unit ?? "", digits: Math.abs(value) < 10 ? 2 : 0 };
}

/** Returns the factor-like mapping of a whole chart axis: a distance axis keeps one unit for all values. */
export function axisUnits(
  unit: string | null,
  units: Preferences["units"],
  type: string | undefined,
  largest: number,
): { unit: string; digits: number; convert: (value: number) => number } {
  const shown = inUnits(largest || 1, unit, units, type);
  const zero = inUnits(0, unit, units, type).value;
  // All rules are affine; the one of the largest value is used for the whole axis.
  const scale = largest === 0 ? inUnits(1, unit, units, type).value - zero : (shown.value - zero) / largest;
  return { unit: shown.unit, digits: shown.digits, convert: (value) => value * scale + zero };
}
