/** Today: the state of the body, the load over time, and the insights. Each card shows its content when it has it. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFormats } from "../../format";
import { useIdle } from "../../idle";
import { Page } from "../../layout/Page";
import { useLanguage, useText } from "../../text";
import { Card, Grid } from "../../ui/Card";
import { useChartSoon } from "../../ui/Chart";
import { Segmented } from "../../ui/Field";
import { Loaded } from "../../ui/State";
import { Body } from "./Body";
import { type Metrics, stateOf } from "./days";
import { Insights, insightsQuery } from "./Insights";
import { LatestActivities } from "./LatestActivities";
import { LiveHeartRate } from "./LiveHeartRate";
import { LoadCharts } from "./LoadCharts";
import { FIRST_RANGE, metricsQuery, RANGES, type Range } from "./metrics-query";
import { Nothing } from "./Nothing";
import { Week } from "./Week";

const NO_BREAK_SPACE = "\u00a0";

export function Today() {
  useChartSoon();
  const t = useText();
  const format = useFormats();
  const isIdle = useIdle();
  const [range, setRange] = useState<Range>(FIRST_RANGE);
  const metrics = useQuery({ ...metricsQuery(range), placeholderData: (before) => before });
  const state = stateOf(metrics);
  // The insights take longest, and use the days that the metrics have computed.
  const isReady = state === "known" || state === "failed";
  const { isFetched } = useQuery({ ...insightsQuery(useLanguage()), enabled: isReady });
  const choice = (
    <Segmented
      label={t.today.range}
      value={range}
      onChange={setRange}
      options={RANGES.map((value) => ({ value, label: t.today.days(Number(value)) }))}
    />
  );
  return (
    <Page
      title={t.today.title}
      // The first date that a page writes takes long. The line keeps its place until then.
      description={isIdle ? format.weekday(Date.now()) : NO_BREAK_SPACE}
      // Without days there are no insights to wait for.
      actions={<LiveHeartRate isComplete={isFetched || state === "empty"} />}
    >
      {state === "empty" && metrics.data ? (
        <Nothing days={Number(range)} timeZone={metrics.data.basis.timeZone} range={choice} />
      ) : (
        <Cards metrics={metrics} days={range} choice={choice} isReady={isReady} />
      )}
    </Page>
  );
}

interface CardsProps {
  metrics: UseQueryResult<Metrics>;
  /** The number of days of the metrics. */
  days: string;
  /** Chooses the number of days. */
  choice: ReactNode;
  /** Whether the insights may be requested. */
  isReady: boolean;
}

function Cards({ metrics, days, choice, isReady }: CardsProps) {
  const t = useText();
  // One message says that the metrics failed, in place of the figures.
  const isFailed = stateOf(metrics) === "failed";
  return (
    <>
      <Loaded query={metrics} height={148} slow={t.today.computing.body(days)}>
        {(data) => <Body metrics={data} />}
      </Loaded>
      {!isFailed && (
        <Card title={t.today.loadTitle} description={t.today.loadText} actions={choice}>
          <LoadCharts query={metrics} height={CHARTS_HEIGHT} slow={t.today.computing.load(days)} />
        </Card>
      )}
      <Grid>
        <Insights isReady={isReady} />
        <div>
          <Grid columns={1}>
            {!isFailed && <Week query={metrics} />}
            <LatestActivities />
          </Grid>
        </div>
      </Grid>
    </>
  );
}

/** Both charts with their headings, and the choice of a forecast. */
const CHARTS_HEIGHT = 432;
