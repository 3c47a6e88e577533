/** The last seven days: load, steps, and the time in heart rate zones. */
import { useFormats } from "../../format";
import { useText } from "../../text";
import { ShareBar } from "../../ui/Bars";
import { Card, Stack, Stat, Stats } from "../../ui/Card";
import { column, type Metrics, sum } from "./days";

export function Week({ metrics }: { metrics: Metrics }) {
  const t = useText();
  const format = useFormats();
  const week = (metrics.intervals ?? []).slice(-7);
  const zones = ([1, 2, 3, 4, 5] as const).map((number) => ({
    label: t.today.zone(number),
    value: sum(week.map((row) => row.metrics.heartRateZones?.[`zone${number}`] ?? null)) ?? 0,
    color: `--zone-${number}`,
  }));
  const total = zones.reduce((seconds, zone) => seconds + zone.value, 0);
  return (
    <Card title={t.today.week}>
      <Stack>
        <Stats>
          <Stat label={t.today.weekLoad} value={format.number(sum(column(week, "trainingLoad")))} />
          <Stat label={t.today.weekSteps} value={format.number(sum(column(week, "steps")))} />
        </Stats>
        {total > 0 ? (
          <ShareBar
            label={t.today.zones}
            shares={zones.map((zone) => ({ ...zone, text: format.duration(zone.value) }))}
          />
        ) : (
          <p className="muted">{t.today.zonesNone}</p>
        )}
      </Stack>
    </Card>
  );
}
