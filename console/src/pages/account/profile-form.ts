/** Reads the form of the profile. */
import type { Preferences } from "../../preferences";
import type { Change } from "./Profile";

const KG_PER_POUND = 0.45359237;

/** Returns a weight in the units of the form, rounded to tenths. */
export function weightIn(kilograms: number | null | undefined, units: Preferences["units"]): string {
  if (kilograms === null || kilograms === undefined) {
    return "";
  }
  const value = units === "metric" ? kilograms : kilograms / KG_PER_POUND;
  return String(Math.round(value * 10) / 10);
}

/** Returns the weight of the form in kilograms. */
export function kilogramsOf(weight: number, units: Preferences["units"]): number {
  return units === "metric" ? weight : Math.round(weight * KG_PER_POUND * 100) / 100;
}

/**
 * Returns the change of a profile: an empty field removes the value. An unchanged weight is left out: the form
 * shows it rounded, and would store the rounded value.
 */
export function profileChange(
  field: (name: string) => string,
  stored: { weightKg?: number | null },
  units: Preferences["units"],
): Change {
  const number = (name: string) => (field(name).trim() === "" ? null : Number(field(name)));
  const weight = number("weightKg");
  const sex = field("sex");
  return {
    birthDate: field("birthDate") || null,
    sex: sex === "female" || sex === "male" ? sex : null,
    ...(field("weightKg").trim() !== weightIn(stored.weightKg, units) && {
      weightKg: weight === null ? null : kilogramsOf(weight, units),
    }),
    maxHeartRate: number("maxHeartRate"),
    restingHeartRate: number("restingHeartRate"),
    functionalThresholdPower: number("functionalThresholdPower"),
    timeZone: field("timeZone") || null,
  };
}
