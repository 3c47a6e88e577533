/** A month with its activities and the load of each day. */
import type { Result } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button, ButtonLink, IconButton } from "../../ui/Button";
import { Card, Row, Stat, Stats } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Empty, Loaded } from "../../ui/State";
import { activityName, sportIcon } from "../activities/sports";
import { dayBefore } from "../today/days";
import styles from "./Calendar.module.css";
import { byDay, loadsByDay, monthOf, moved, weeksOf } from "./month";

type Activity = Result<"listActivities">["activities"][number];

const route = getRouteApi("/shell/calendar");
const PAGE = 500;

interface Month {
  activities: readonly Activity[];
  loads: ReadonlyMap<string, number>;
  /** The time zone of the profile, in which the days of this page begin. */
  timeZone: string;
}

/** Reads every activity of a range, page after page. */
async function readActivities(range: { startDate: string; endDate: string }, signal: AbortSignal) {
  const found: Activity[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.activities.listActivities(
      { ...range, limit: PAGE, ...(cursor && { cursor }) },
      { signal },
    );
    found.push(...page.activities);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

async function readMonth(first: string, last: string, signal: AbortSignal): Promise<Month> {
  const range = { startDate: first, endDate: last };
  const [activities, metrics] = await Promise.all([
    readActivities(range, signal),
    api.fitness.getMetrics({ ...range, interval: "day", metrics: "trainingLoad" }, { signal }),
  ]);
  const { timeZone } = metrics.basis;
  return { activities, loads: loadsByDay(metrics.intervals ?? [], timeZone), timeZone };
}

export function Calendar() {
  const t = useText();
  const format = useFormats();
  const navigate = route.useNavigate();
  const today = dayBefore(0, Date.now(), undefined);
  const month = monthOf(route.useSearch().month, today);
  const weeks = weeksOf(month);
  const days = weeks.flat();
  const query = useQuery({
    // A renamed or deleted activity changes every list of activities.
    queryKey: ["activities", "calendar", month],
    queryFn: ({ signal }) => readMonth(days[0] ?? "", days.at(-1) ?? "", signal),
  });
  const go = (to: string) => navigate({ search: { month: to }, replace: true });
  return (
    <Page
      title={format.month(`${month}-15`)}
      actions={
        <Row>
          <IconButton icon="back" label={t.calendar.before} onClick={() => go(moved(month, -1))} />
          <Button onClick={() => go(today.slice(0, 7))}>{t.calendar.today}</Button>
          <IconButton icon="chevron" label={t.calendar.after} onClick={() => go(moved(month, 1))} />
        </Row>
      }
    >
      <Loaded query={query} height={520}>
        {(data) => (
          <>
            {data.activities.length === 0 && data.loads.size === 0 ? (
              <NothingInMonth />
            ) : (
              <Sums month={month} data={data} />
            )}
            <Card flush>
              <Weeks
                weeks={weeks}
                month={month}
                today={dayBefore(0, Date.now(), data.timeZone)}
                data={data}
              />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function NothingInMonth() {
  const t = useText();
  return (
    <Card>
      <Empty
        icon="calendar"
        title={t.calendar.none}
        action={
          <ButtonLink to="/import" look="primary" icon="import">
            {t.activities.import}
          </ButtonLink>
        }
      >
        {t.calendar.noneText}
      </Empty>
    </Card>
  );
}

function Sums({ month, data }: { month: string; data: Month }) {
  const t = useText();
  const format = useFormats();
  const inMonth = [...byDay(data.activities, data.timeZone)].flatMap(([day, all]) =>
    day.startsWith(month) ? all : [],
  );
  const sum = (of: (one: Activity) => number | null | undefined) =>
    inMonth.reduce((total, one) => total + (of(one) ?? 0), 0);
  const load = [...data.loads].reduce(
    (total, [day, value]) => (day.startsWith(month) ? total + value : total),
    0,
  );
  return (
    <Card>
      <Stats>
        <Stat label={t.calendar.activities} value={format.number(inMonth.length)} />
        <Stat
          label={t.calendar.time}
          value={format.hours(sum((one) => one.movingSeconds ?? one.elapsedSeconds))}
        />
        <Stat
          label={t.calendar.distance}
          value={format.quantity(sum((one) => one.distanceMeters) || null, "m")}
        />
        <Stat label={t.calendar.load} value={format.number(load)} />
      </Stats>
    </Card>
  );
}

interface WeeksProps {
  weeks: readonly (readonly string[])[];
  month: string;
  today: string;
  data: Month;
}

function Weeks({ weeks, month, today, data }: WeeksProps) {
  const t = useText();
  const activities = byDay(data.activities, data.timeZone);
  const most = Math.max(1, ...data.loads.values());
  return (
    <ol className={styles.grid} aria-label={t.calendar.days}>
      {weeks.flat().map((day) => (
        <Day
          key={day}
          day={day}
          isOther={!day.startsWith(month)}
          isToday={day === today}
          activities={activities.get(day) ?? []}
          load={data.loads.get(day)}
          most={most}
        />
      ))}
    </ol>
  );
}

interface DayProps {
  day: string;
  isOther: boolean;
  isToday: boolean;
  activities: readonly Activity[];
  load: number | undefined;
  most: number;
}

function Day({ day, isOther, isToday, activities, load, most }: DayProps) {
  const t = useText();
  const format = useFormats();
  const isEmpty = activities.length === 0 && load === undefined;
  const classes = [styles.day, isOther && styles.other, isToday && styles.today, isEmpty && styles.empty];
  return (
    <li className={classes.filter(Boolean).join(" ")} aria-current={isToday ? "date" : undefined}>
      <time dateTime={day} className={styles.date}>
        {format.weekday(`${day}T12:00:00`)}
      </time>
      {activities.map((one) => (
        <Link key={one.id} to="/activities/$id" params={{ id: one.id }} className={styles.entry}>
          <Icon name={sportIcon(one.sport)} />
          <span>
            {activityName(one, t)}
            <span className={styles.figure}>
              {one.distanceMeters
                ? format.quantity(one.distanceMeters, "m")
                : format.hours(one.movingSeconds ?? one.elapsedSeconds)}
            </span>
          </span>
        </Link>
      ))}
      {load !== undefined && (
        <span className={styles.load}>
          <span className={styles.bar} style={{ width: `${Math.max(4, (load / most) * 100)}%` }} />
          {t.calendar.loadOf(format.number(load))}
        </span>
      )}
    </li>
  );
}
