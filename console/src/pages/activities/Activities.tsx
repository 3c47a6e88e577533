/** The list of activities, with filters that are part of the address. */
import type { Result } from "@lockstep/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Formats, useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { type Catalogue, useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { SelectField, TextField } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { Empty, Loaded } from "../../ui/State";
import { type Column, Table } from "../../ui/Table";
import styles from "./Activities.module.css";
import { activitiesQuery } from "./list-query";
import { activityName, SPORTS, sportIcon, sportName } from "./sports";

type Activity = Result<"listActivities">["activities"][number];

const route = getRouteApi("/shell/activities");

export function Activities() {
  const t = useText();
  const format = useFormats();
  const { sport, from, to } = route.useSearch();
  const list = useInfiniteQuery({
    ...activitiesQuery({ sport, from, to }),
    placeholderData: (before) => before,
  });
  const isFiltered = Boolean(sport || from || to);
  return (
    <Page title={t.activities.title} actions={<Filters />}>
      <Card flush>
        <Loaded query={list} height={420}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.activities);
            return rows.length === 0 ? (
              <NoActivities isFiltered={isFiltered} />
            ) : (
              <Table
                label={t.activities.title}
                columns={columns(t, format)}
                rows={rows}
                rowKey={(activity) => activity.id}
                footer={
                  list.hasNextPage && (
                    <Button small busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                      {t.actions.more}
                    </Button>
                  )
                }
              />
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}

function columns(t: Catalogue, format: Formats): Column<Activity>[] {
  return [
    {
      key: "name",
      header: t.activities.name,
      cell: (activity) => (
        <span className={styles.name}>
          <Icon name={sportIcon(activity.sport)} />
          <Link to="/activities/$id" params={{ id: activity.id }}>
            {activityName(activity, t)}
          </Link>
          {activity.source === "detected" && (
            <span title={t.activities.detectedTip}>
              <Badge>{t.activities.detected}</Badge>
            </span>
          )}
        </span>
      ),
    },
    {
      key: "date",
      header: t.activities.date,
      under: true,
      cell: (activity) => <span className={styles.date}>{format.dateTime(activity.start)}</span>,
    },
    {
      key: "elapsed",
      header: t.activities.elapsed,
      numeric: true,
      cell: (activity) => format.duration(activity.elapsedSeconds),
    },
    {
      key: "moving",
      header: t.activities.moving,
      numeric: true,
      wide: true,
      cell: (activity) => format.duration(activity.movingSeconds),
    },
    {
      key: "distance",
      header: t.activities.distance,
      numeric: true,
      wide: true,
      cell: (activity) => format.quantity(activity.distanceMeters, "m"),
    },
    {
      key: "climb",
      header: t.activities.climb,
      numeric: true,
      wide: true,
      cell: (activity) => format.quantity(activity.climbMeters, "m", "altitude"),
    },
    {
      key: "device",
      header: t.activities.device,
      wide: true,
      cell: (activity) => activity.devices.join(", "),
    },
  ];
}

function NoActivities({ isFiltered }: { isFiltered: boolean }) {
  const t = useText();
  return isFiltered ? (
    <Empty icon="filter" title={t.activities.noneFound}>
      {t.activities.noneFoundText}
    </Empty>
  ) : (
    <Empty
      icon="activity"
      title={t.activities.none}
      action={
        <ButtonLink to="/import" look="primary" icon="import">
          {t.activities.import}
        </ButtonLink>
      }
    >
      {t.activities.noneText}
    </Empty>
  );
}

function Filters() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: { sport?: string; from?: string; to?: string }) =>
    navigate({ search: { ...search, ...part }, replace: true });
  return (
    <div className={styles.filters}>
      <SelectField
        label={t.activities.sport}
        hideLabel
        value={search.sport ?? ""}
        onChange={(event) => change({ sport: event.target.value })}
      >
        <option value="">{t.activities.allSports}</option>
        {SPORTS.map((sport) => (
          <option key={sport} value={sport}>
            {sportName(sport, t)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.activities.from}
        inline
        type="date"
        max={search.to}
        value={search.from ?? ""}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={t.activities.to}
        inline
        type="date"
        min={search.from}
        value={search.to ?? ""}
        onChange={(event) => change({ to: event.target.value })}
      />
      {(search.sport || search.from || search.to) && (
        <Button look="ghost" onClick={() => navigate({ search: {}, replace: true })}>
          {t.activities.clear}
        </Button>
      )}
    </div>
  );
}
