/** The encryption modes of devices and datasets: the areas of the API spell them differently. */
import { MODES, type ModeName } from "../privacy/modes";

/** Reads a mode of any area: `basic` and `Basic` are the same. */
export function modeOf(mode: string | null | undefined): ModeName {
  return MODES.find((one) => one.toLowerCase() === mode?.toLowerCase()) ?? "none";
}
