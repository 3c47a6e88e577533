/** One activity: its figures, its track, its series, its laps. */
import type { Result } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { ShareBar } from "../../ui/Bars";
import { Card } from "../../ui/Card";
import { useChartSoon } from "../../ui/Chart";
import { Loaded, Loading, Problem } from "../../ui/State";
import { activityTitle, sportName } from "../activities/sports";
import { ActivityActions } from "./Actions";
import styles from "./ActivityPage.module.css";
import { Curve } from "./Curve";
import { createCursor } from "./cursor";
import { Figures } from "./Figures";
import { Laps, Sources } from "./Laps";
import { RECORDED, Recording } from "./Recording";
import { Track } from "./Track";

export type Details = Result<"getActivity">;

const route = getRouteApi("/shell/activities/$id");
/** About one for two pixels: more would only show noise. */
const BUCKETS = 600;
const POSITIONS = 2000;

export function ActivityPage() {
  useChartSoon();
  const t = useText();
  const format = useFormats();
  const { id } = route.useParams();
  const activity = useQuery({
    queryKey: ["activities", "one", id],
    queryFn: ({ signal }) => api.activities.getActivity({ id }, { signal }),
  });
  const data = activity.data;
  const title = data ? activityTitle(data, t, format) : t.activities.title;
  return (
    <Page
      full
      title={title}
      description={data && `${sportName(data.sport, t)} · ${format.dateTime(data.start)}`}
      before={<Link to="/activities">‹ {t.activities.back}</Link>}
      actions={data && <ActivityActions activity={data} />}
    >
      <Loaded query={activity} height={480}>
        {(details) => <Content details={details} />}
      </Loaded>
    </Page>
  );
}

function Content({ details }: { details: Details }) {
  const t = useText();
  const cursor = useMemo(createCursor, []);
  const { id, start, end } = details;
  const series = useQuery({
    queryKey: ["series", "activity", id],
    queryFn: ({ signal }) =>
      api.fitness.getSeries(
        { types: RECORDED, startDate: start, endDate: end, buckets: BUCKETS },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Figures details={details} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Loaded query={series} height={520}>
            {(answer) => <Recording answer={answer} start={Date.parse(start)} cursor={cursor} />}
          </Loaded>
          <Laps details={details} />
          <Curve details={details} />
        </div>
        <div className={styles.side}>
          <TrackCard details={details} cursor={cursor} />
          <ZonesCard details={details} />
          {details.notes && (
            <Card title={t.activities.notes}>
              <p className={styles.notes}>{details.notes}</p>
            </Card>
          )}
          <Sources details={details} />
        </div>
      </div>
    </>
  );
}

function TrackCard({ details, cursor }: { details: Details; cursor: ReturnType<typeof createCursor> }) {
  const t = useText();
  const track = useQuery({
    queryKey: ["activities", "track", details.id],
    queryFn: ({ signal }) =>
      api.activities.getActivityTrack({ id: details.id, limit: POSITIONS }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const positions = useMemo(
    () =>
      (track.data?.positions ?? []).map(({ latitude, longitude, timestamp }) => ({
        latitude,
        longitude,
        at: Date.parse(timestamp),
      })),
    [track.data],
  );
  if (track.isPending) {
    return <Loading height={300} />;
  }
  if (track.isError) {
    return <Problem error={track.error} retry={() => track.refetch()} />;
  }
  return positions.length < 2 ? null : (
    <Card title={t.activities.track} flush>
      <Track positions={positions} distance={details.distanceMeters ?? null} cursor={cursor} />
    </Card>
  );
}

function ZonesCard({ details }: { details: Details }) {
  const t = useText();
  const format = useFormats();
  const zones = ([1, 2, 3, 4, 5] as const).map((number) => ({
    label: t.today.zone(number),
    value: details.figures.heartRateZones?.[`zone${number}`] ?? 0,
    color: `--zone-${number}`,
  }));
  const hasAny = zones.some((zone) => zone.value > 0);
  return (
    <Card title={t.activities.zones}>
      {hasAny ? (
        <ShareBar
          label={t.activities.zones}
          shares={zones.map((zone) => ({ ...zone, text: format.duration(zone.value) }))}
        />
      ) : (
        <p className="muted">{t.activities.noZones}</p>
      )}
    </Card>
  );
}
