/** The track of an activity, with a dot that follows the cursor of the charts. */
import { useEffect, useMemo, useRef } from "react";
import { useFormats } from "../../format";
import { useText } from "../../text";
import type { Cursor } from "./cursor";
import { nearest, type Position, projection, scaleBar } from "./projection";
import styles from "./Track.module.css";

const BOX = { width: 420, height: 300, padding: 24 };
const METRES_PER_DEGREE = 111_320;

interface TrackProps {
  positions: readonly Position[];
  distance: number | null;
  cursor: Cursor;
}

export function Track({ positions, distance, cursor }: TrackProps) {
  const t = useText();
  const format = useFormats();
  const dot = useRef<SVGCircleElement>(null);
  const drawn = useMemo(() => draw(positions), [positions]);
  useEffect(
    () =>
      cursor.subscribe((at) => {
        const point = at === null ? undefined : drawn.points[nearest(positions, at)];
        dot.current?.setAttribute("visibility", point ? "visible" : "hidden");
        if (point) {
          dot.current?.setAttribute("cx", String(point[0]));
          dot.current?.setAttribute("cy", String(point[1]));
        }
      }),
    [cursor, drawn, positions],
  );
  const [start, end] = [drawn.points[0], drawn.points.at(-1)];
  return (
    <svg
      className={styles.track}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={t.activities.trackLabel(format.quantity(distance, "m"))}
    >
      <path d={drawn.path} className={styles.halo} />
      <path d={drawn.path} className={styles.line} />
      {end && <circle cx={end[0]} cy={end[1]} r="4.5" className={styles.end} />}
      {start && <circle cx={start[0]} cy={start[1]} r="4.5" className={styles.start} />}
      <circle ref={dot} r="6" className={styles.dot} visibility="hidden" />
      <g transform={`translate(14 ${BOX.height - 14})`} className={styles.scale}>
        <path d={`M0 -4V0H${drawn.bar.pixels.toFixed(1)}V-4`} />
        <text x="6" y="-6">
          {format.quantity(drawn.bar.metres, "m")}
        </text>
      </g>
    </svg>
  );
}

function draw(positions: readonly Position[]) {
  const project = projection(positions, BOX);
  const points = positions.map(project);
  const path = points
    .map(([x, y], place) => `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join("");
  const first = positions[0];
  let bar = { metres: 0, pixels: 0 };
  if (first) {
    // The height of a thousandth of a degree gives the scale.
    const [, low] = project(first);
    const [, high] = project({ ...first, latitude: first.latitude + 0.001 });
    const perMetre = Math.abs(low - high) / (METRES_PER_DEGREE * 0.001);
    const metres = scaleBar(BOX.width / perMetre);
    bar = { metres, pixels: metres * perMetre };
  }
  return { points, path, bar };
}
