/** The speed of a lap. */

interface Lap {
  distanceMeters?: number | null;
  movingSeconds?: number | null;
  elapsedSeconds: number;
}

/** Returns metres per second; null for a lap without a distance or without time in motion. */
export function lapSpeed({ distanceMeters, movingSeconds, elapsedSeconds }: Lap): number | null {
  const seconds = movingSeconds ?? elapsedSeconds;
  return distanceMeters && seconds > 0 ? distanceMeters / seconds : null;
}
