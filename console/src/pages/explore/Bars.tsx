/** Chooses the series and the period. */
import { useFormats } from "../../format";
import { type StoredType, seriesColor, seriesName } from "../../series";
import { useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import type { Range } from "../../ui/Chart";
import { Segmented } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { Menu } from "../../ui/Menu";
import styles from "./Explore.module.css";
import { scaled, shifted } from "./window";

const MOST = 6;

interface SeriesBarProps {
  types: readonly StoredType[];
  chosen: readonly string[];
  onChoose: (types: string[]) => void;
}

export function SeriesBar({ types, chosen, onChoose }: SeriesBarProps) {
  const t = useText();
  const others = types.filter((one) => !chosen.includes(one.type));
  return (
    <fieldset className={styles.series}>
      <legend className="visually-hidden">{t.explore.series}</legend>
      {chosen.map((type) => (
        <span key={type} className={styles.chip}>
          <span className={styles.dot} style={{ background: `var(${seriesColor(type)})` }} />
          {seriesName(type, t)}
          {chosen.length > 1 && (
            <button
              type="button"
              className={styles.remove}
              aria-label={t.explore.remove(seriesName(type, t))}
              onClick={() => onChoose(chosen.filter((one) => one !== type))}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      {others.length > 0 && chosen.length < MOST && (
        <Menu
          align="start"
          trigger={
            <Button look="ghost" icon="plus" small>
              {t.explore.add}
            </Button>
          }
          items={others.map((one) => ({
            label: seriesName(one.type, t),
            onSelect: () => onChoose([...chosen, one.type]),
          }))}
        />
      )}
    </fieldset>
  );
}

const DAY = 86_400_000;
const PERIODS = { day: DAY, week: 7 * DAY, month: 30 * DAY, quarter: 91 * DAY, year: 365 * DAY } as const;
type Period = keyof typeof PERIODS | "all";

interface PeriodBarProps {
  types: readonly StoredType[];
  chosen: readonly string[];
  range: Range;
  onRange: (range: Range) => void;
}

export function PeriodBar({ types, chosen, range, onRange }: PeriodBarProps) {
  const t = useText();
  const format = useFormats();
  const shown = types.filter((one) => chosen.includes(one.type));
  const whole: Range = [Math.min(...shown.map((one) => one.start)), Math.max(...shown.map((one) => one.end))];
  const names = Object.keys(PERIODS) as (keyof typeof PERIODS)[];
  const isNear = (length: number, other: number) => Math.abs(length - other) < other * 0.01;
  const span = range[1] - range[0];
  const present: Period | undefined =
    names.find((name) => isNear(span, PERIODS[name])) ??
    (isNear(span, whole[1] - whole[0]) ? "all" : undefined);
  const choose = (period: Period) =>
    onRange(
      period === "all"
        ? whole
        : [Math.min(range[1], whole[1]) - PERIODS[period], Math.min(range[1], whole[1])],
    );
  return (
    <div className={styles.period}>
      <Segmented
        label={t.explore.period}
        value={present ?? ("" as Period)}
        onChange={choose}
        options={[...names, "all" as const].map((value) => ({ value, label: t.explore.periods[value] }))}
      />
      <div className={styles.move}>
        <IconButton
          icon="back"
          label={t.explore.earlier}
          look="secondary"
          onClick={() => onRange(shifted(range, -0.5))}
        />
        <IconButton
          icon="chevron"
          label={t.explore.later}
          look="secondary"
          onClick={() => onRange(shifted(range, 0.5))}
        />
        <IconButton
          icon="minus"
          label={t.explore.out}
          look="secondary"
          onClick={() => onRange(scaled(range, 2))}
        />
      </div>
      <p className={styles.range}>
        {span < 2 * DAY ? format.dateTime(range[0]) : format.day(range[0])} –{" "}
        {span < 2 * DAY ? format.dateTime(range[1]) : format.day(range[1])}
      </p>
    </div>
  );
}
