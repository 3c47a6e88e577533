/** The path of a small line chart. */

/** Returns the path of a line through values in a box; a missing value breaks the line. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let path = "";
  let isDown = false;
  values.forEach((value, place) => {
    if (value === null) {
      isDown = false;
      return;
    }
    const y = high === low ? height / 2 : height - ((value - low) / (high - low)) * height;
    path += `${isDown ? "L" : "M"}${(place * step).toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  });
  return path;
}
