/** Draws a track without a map: projects positions to a box. */

export interface Position {
  latitude: number;
  longitude: number;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Box {
  width: number;
  height: number;
  /** Free space at each edge. */
  padding: number;
}

/** Returns the function that projects a position to the box: equal scales in both directions, north up. */
export function projection(
  positions: readonly Position[],
  box: Box,
): (position: Position) => [number, number] {
  const latitudes = positions.map((position) => position.latitude);
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const east = Math.cos((middle * Math.PI) / 180);
  // A track over the date line would be drawn around the world: longitudes count from the first one.
  const first = positions[0]?.longitude ?? 0;
  const x = (position: Position) => (((position.longitude - first + 540) % 360) - 180) * east;
  const xs = positions.map(x);
  const [west, right] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const inner = { width: box.width - 2 * box.padding, height: box.height - 2 * box.padding };
  const scale = Math.min(inner.width / (right - west || 1e-9), inner.height / (north - south || 1e-9));
  const left = (box.width - (right - west) * scale) / 2;
  const top = (box.height - (north - south) * scale) / 2;
  return (position) => [left + (x(position) - west) * scale, top + (north - position.latitude) * scale];
}

/** Returns the place of the position that is nearest in time; positions are in order of time. */
export function nearest(positions: readonly Position[], at: number): number {
  let [low, high] = [0, positions.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle]?.at ?? 0) < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const before = positions[low - 1];
  const found = positions[low];
  return before && found && at - before.at < found.at - at ? low - 1 : low;
}

/** Returns a round distance in metres that fits into `share` of a width, for a scale bar. */
export function scaleBar(metresWide: number, share = 0.3): number {
  const most = metresWide * share;
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}
