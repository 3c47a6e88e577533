/** The seven days that end with today: load, steps, and the time in heart rate zones. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useFormats } from "../../format";
import { useIdle } from "../../idle";
import { useText } from "../../text";
import { ShareBar } from "../../ui/Bars";
import { Card, Stack, Stat, Stats } from "../../ui/Card";
import { Loaded } from "../../ui/State";
import { column, type Metrics, sum, weekOf } from "./days";

export function Week({ query }: { query: UseQueryResult<Metrics> }) {
  const t = useText();
  const format = useFormats(query.data?.basis.timeZone);
  // The first date that a page writes takes long.
  const isIdle = useIdle();
  const week = weekOf(query.data);
  const [first, last] = isIdle ? [week[0], week.at(-1)] : [];
  return (
    <Card
      title={t.today.week}
      description={first && last && t.today.weekDays(format.weekday(first.start), format.weekday(last.start))}
    >
      <Loaded query={query} height={150} slow={t.today.computing.week}>
        {() => <Sums week={week} />}
      </Loaded>
    </Card>
  );
}

function Sums({ week }: { week: ReturnType<typeof weekOf> }) {
  const t = useText();
  const format = useFormats();
  const zones = ([1, 2, 3, 4, 5] as const).map((number) => ({
    label: t.today.zone(number),
    value: sum(week.map((row) => row.metrics.heartRateZones?.[`zone${number}`] ?? null)) ?? 0,
    color: `--zone-${number}`,
  }));
  const total = zones.reduce((seconds, zone) => seconds + zone.value, 0);
  return (
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
  );
}
