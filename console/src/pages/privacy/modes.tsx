/** The encryption modes as people read them. */
import { useText } from "../../text";
import { Badge } from "../../ui/Card";
import styles from "./Privacy.module.css";

export const MODES = ["none", "Basic", "FHE", "ZK"] as const;
export type ModeName = (typeof MODES)[number];

const TONES = { none: "neutral", Basic: "info", FHE: "accent", ZK: "good" } as const;

/** Reads a mode of the API; null is the account's own key. */
export function modeName(mode: string | null | undefined): ModeName {
  return MODES.find((one) => one === mode) ?? "none";
}

export function ModeBadge({ mode }: { mode: ModeName }) {
  const t = useText();
  return (
    <span className={styles.mode} title={t.privacy.modeText[mode]}>
      <Badge tone={TONES[mode]}>{t.privacy.modes[mode]}</Badge>
    </span>
  );
}

/** Explains the modes that are in use. */
export function ModeLegend({ modes }: { modes: ReadonlySet<ModeName> }) {
  const t = useText();
  return (
    <dl className={styles.legend}>
      {MODES.filter((mode) => modes.has(mode)).map((mode) => (
        <div key={mode}>
          <dt>
            <Badge tone={TONES[mode]}>{t.privacy.modes[mode]}</Badge>
          </dt>
          <dd>{t.privacy.modeText[mode]}</dd>
        </div>
      ))}
    </dl>
  );
}
