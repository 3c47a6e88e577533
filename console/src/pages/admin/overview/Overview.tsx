/** The installation at a glance: alerts, users, stored data and load. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useChannels } from "../../../channels";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { ButtonLink } from "../../../ui/Button";
import { Card, Facts, Grid, Stack, Stat, Stats } from "../../../ui/Card";
import { Chart, type ChartSeries, useChartSoon } from "../../../ui/Chart";
import { Segmented } from "../../../ui/Field";
import { Loaded, Note, Problem } from "../../../ui/State";
import { ruleName } from "../alerts/AlertList";
import { Live } from "../Live";
import { type Analytics, analyticsQuery, RANGES, type RangeName } from "./analytics";
import { periodStarts } from "./periods";

const CHANNELS = ["alerts", "analytics"] as const;

export function Overview() {
  useChartSoon();
  const t = useText();
  const texts = t.admin.overview;
  const [range, setRange] = useState<RangeName>("month");
  const analytics = useQuery({ ...analyticsQuery(range), placeholderData: keepPreviousData });
  // While another range loads, the figures are those of the former one.
  const shown = useRef(range);
  if (!analytics.isPlaceholderData) {
    shown.current = range;
  }
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ["admin", "analytics"] });
  const connection = useChannels(CHANNELS, readAgain, readAgain);
  return (
    <Page
      title={texts.title}
      description={texts.text}
      actions={
        <>
          <Live connection={connection} />
          <Segmented
            label={texts.range}
            value={range}
            options={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
            onChange={setRange}
          />
        </>
      }
    >
      <Loaded query={analytics} height={480}>
        {(figures) => (
          <>
            <Attention alerts={figures.system.alerts} />
            <Figures figures={figures} />
            <Grid>
              <Stored figures={figures} range={shown.current} at={analytics.dataUpdatedAt || Date.now()} />
              <Sold figures={figures} />
            </Grid>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Attention({ alerts }: { alerts: Analytics["system"]["alerts"] }) {
  const t = useText();
  const texts = t.admin.overview;
  const ready = useQuery({
    queryKey: ["admin", "ready"],
    queryFn: ({ signal }) => api.health.readinessProbe({ signal }),
  });
  const isCalm = alerts.length === 0 && ready.data?.writable && !ready.data.irreversibleActsHeld;
  return (
    <Card
      title={texts.attention}
      actions={
        <ButtonLink to="/admin/alerts" small>
          {texts.allAlerts}
        </ButtonLink>
      }
    >
      <Stack tight>
        {ready.isError && <Problem error={ready.error} retry={() => ready.refetch()} />}
        {ready.data?.writable === false && <Note tone="bad">{texts.notWritable}</Note>}
        {ready.data?.irreversibleActsHeld && <Note tone="warn">{texts.clock}</Note>}
        {alerts.map(({ type, message }) => (
          <Note key={`${type} ${message}`} tone="bad">
            <strong>{ruleName(t, type)}</strong>: {message}
          </Note>
        ))}
        {isCalm && <Note tone="good">{texts.calm}</Note>}
        {ready.data && <p className="muted">{texts.version(ready.data.version)}</p>}
      </Stack>
    </Card>
  );
}

function Figures({ figures }: { figures: Analytics }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.overview;
  const users = useQuery({
    queryKey: ["admin", "users", "count"],
    queryFn: ({ signal }) => api.administration.listUsers({ limit: 1 }, { signal }),
  });
  const { health } = figures.system;
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : format.percent(value / 100);
  return (
    <Card>
      <Stats>
        <Stat label={texts.accounts} value={format.number(users.data?.total)} />
        <Stat
          label={texts.stored}
          value={format.number(figures.overview.dataProcessed)}
          note={texts.points}
        />
        <Stat label={texts.agents} value={format.number(figures.overview.activeAgents)} note={texts.now} />
        <Stat label={texts.purchases} value={format.number(figures.overview.totalTransactions)} />
        <Stat label={texts.cpu} value={percent(health.cpu)} />
        <Stat label={texts.memory} value={percent(health.memory)} />
        <Stat label={texts.disk} value={percent(health.storage)} />
      </Stats>
    </Card>
  );
}

function Stored({ figures, range, at }: { figures: Analytics; range: RangeName; at: number }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.overview;
  const { stored } = figures.datastreams;
  const times = useMemo(() => periodStarts(range, stored.length, at), [range, stored.length, at]);
  // German has no short form of a thousand that fits beside an axis.
  const compact = (value: number) =>
    value >= 1e6
      ? `${format.number(value / 1e6)}M`
      : value >= 1000
        ? `${format.number(value / 1000)}k`
        : `${value}`;
  const series: ChartSeries[] = [
    { label: texts.stored, color: "--c-load", kind: "bars", values: stored, format: format.whole },
  ];
  return (
    <Card title={texts.storedTitle} description={texts.storedText}>
      <Chart
        label={texts.storedChart}
        times={times}
        series={series}
        height={200}
        timeZone="UTC"
        yRange={[0, null]}
        axis={compact}
      />
    </Card>
  );
}

function Sold({ figures }: { figures: Analytics }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.overview;
  const money = (value: number, currency: string) =>
    value.toLocaleString(format.language, { style: "currency", currency });
  const revenue = Object.entries(figures.overview.revenueByCurrency);
  const { tasks } = figures.agents;
  return (
    <Card title={texts.work}>
      <Facts
        rows={[
          [texts.revenue, revenue.map(([currency, value]) => money(value, currency)).join(" · ") || "–"],
          [
            texts.top,
            figures.marketplace.topItems
              .map((item) => `${item.name} (${format.number(item.sales)})`)
              .join(", ") || "–",
          ],
          [texts.tasks, tasks.map((task) => `${task.name} (${format.number(task.count)})`).join(", ") || "–"],
        ]}
      />
    </Card>
  );
}
