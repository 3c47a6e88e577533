/** The curve of an activity: durations on a logarithmic axis, and the efforts that people compare. */
import type { Result } from "@lockstep/client";
import type { Tick } from "../../ui/chart-options";
import { elapsedLabel } from "../../ui/time-axis";

export type CurveType = "power" | "heart_rate" | "speed";
type Point = Pick<Result<"getMeanMaximalCurve">["points"][number], "durationSeconds" | "value">;

/** Returns the types of which an activity has enough points for a curve. */
export function curveTypes(figures: {
  meanPower?: number | null;
  meanHeartRate?: number | null;
  meanSpeed?: number | null;
}): CurveType[] {
  return [
    ...(figures.meanPower ? (["power"] as const) : []),
    ...(figures.meanHeartRate ? (["heart_rate"] as const) : []),
    ...(figures.meanSpeed ? (["speed"] as const) : []),
  ];
}

/** Places a duration on the axis: a second and an hour both need room. */
export const placeOf = (seconds: number): number => Math.log10(seconds);

/** Writes the duration at a place of the axis. */
export const durationAt = (place: number): string => elapsedLabel(10 ** place);

const AXIS_SECONDS = [1, 5, 20, 60, 300, 1200, 3600, 18_000] as const;

/** Returns the labels of the axis between two durations. */
export function curveTicks(points: readonly Point[]): Tick[] {
  const [first, last] = [points[0]?.durationSeconds ?? 1, points.at(-1)?.durationSeconds ?? 1];
  return AXIS_SECONDS.filter((seconds) => seconds >= first && seconds <= last).map((seconds) => ({
    at: placeOf(seconds),
    label: elapsedLabel(seconds),
  }));
}

/** Whether speeds of a curve, or some of them, come from positions. */
export function isDerived(points: readonly { derived?: boolean }[]): boolean {
  return points.some((point) => point.derived === true);
}

const COMPARED_SECONDS = [5, 30, 60, 300, 1200, 3600] as const;

/** Returns the efforts of the usual durations that the activity is long enough for. */
export function bestEfforts(points: readonly Point[]): Point[] {
  return COMPARED_SECONDS.flatMap((seconds) => points.find((one) => one.durationSeconds === seconds) ?? []);
}
