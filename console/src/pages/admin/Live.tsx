/** Whether the page receives live updates. */
import type { Connection } from "../../channels";
import { useText } from "../../text";
import styles from "./Admin.module.css";

export function Live({ connection }: { connection: Connection }) {
  const t = useText();
  return (
    <span className={styles.live} role="status">
      <span className={[styles.dot, styles[`dot_${connection}`]].filter(Boolean).join(" ")} />
      {t.admin.common.connection[connection]}
    </span>
  );
}
