/** Today: the state of the body, the load over time, and the insights. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Card, Grid } from "../../ui/Card";
import { Segmented } from "../../ui/Field";
import { Loaded } from "../../ui/State";
import { Body } from "./Body";
import { dayBefore, isEmpty } from "./days";
import { Insights, insightsQuery } from "./Insights";
import { LatestActivities } from "./LatestActivities";
import { LiveHeartRate } from "./LiveHeartRate";
import { LoadCharts } from "./LoadCharts";
import { Nothing } from "./Nothing";
import { Week } from "./Week";

const METRICS = [
  "trainingLoad",
  "acuteLoad",
  "chronicLoad",
  "trainingStressBalance",
  "recoveryScore",
  "restingHeartRate",
  "hrvRmssd",
  "sleepDuration",
  "steps",
  "heartRateZones",
].join();
const RANGES = ["42", "90", "180"] as const;

export function Today() {
  const t = useText();
  const format = useFormats();
  const [range, setRange] = useState<(typeof RANGES)[number]>("90");
  const metrics = useQuery({
    queryKey: ["metrics", "days", range],
    queryFn: ({ signal }) => {
      const startDate = dayBefore(Number(range) - 1, Date.now(), undefined);
      const endDate = dayBefore(0, Date.now(), undefined);
      return api.fitness.getMetrics({ startDate, endDate, interval: "day", metrics: METRICS }, { signal });
    },
    placeholderData: (before) => before,
    staleTime: 5 * 60_000,
  });
  // The insights take longest.
  const { isFetched } = useQuery({ ...insightsQuery, enabled: metrics.isSuccess && !isEmpty(metrics.data) });
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
      description={format.weekday(Date.now())}
      actions={<LiveHeartRate isComplete={isFetched} />}
    >
      <Loaded query={metrics} height={420}>
        {(data) =>
          isEmpty(data) ? (
            <Nothing days={Number(range)} timeZone={data.basis.timeZone} range={choice} />
          ) : (
            <>
              <Body metrics={data} />
              <Card title={t.today.loadTitle} description={t.today.loadText} actions={choice}>
                <LoadCharts metrics={data} />
              </Card>
              <Grid>
                <Insights />
                <div>
                  <Grid columns={1}>
                    <Week metrics={data} />
                    <LatestActivities />
                  </Grid>
                </div>
              </Grid>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
