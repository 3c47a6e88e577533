/** The heart rate as a device sends it, while one does. */
import { useEffect, useState } from "react";
import { type LivePoint, useLivePoints } from "../../live";
import { useText } from "../../text";
import { Icon } from "../../ui/Icon";
import styles from "./LiveHeartRate.module.css";

const SHOWN_MS = 30_000;

export function LiveHeartRate({ isComplete }: { isComplete: boolean }) {
  const t = useText();
  const [beat, setBeat] = useState<LivePoint>();
  useLivePoints("heart_rate", isComplete, (point) => {
    if (Date.now() - Date.parse(point.timestamp) < SHOWN_MS) {
      setBeat(point);
    }
  });
  useEffect(() => {
    const timer = beat && setTimeout(() => setBeat(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [beat]);
  return beat === undefined ? null : (
    <span className={styles.live}>
      <Icon name="heart" /> {t.today.live} <strong className="num">{Math.round(beat.value)}</strong> bpm
    </span>
  );
}
