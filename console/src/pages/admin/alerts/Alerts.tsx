/** Alerts and the load of the machine, as they change. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryClient } from "../../../api/query";
import { type ChannelMessage, useChannels } from "../../../channels";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Card, Facts, Stack, Stat, Stats } from "../../../ui/Card";
import { Chart, type ChartSeries, useChartSoon } from "../../../ui/Chart";
import { Loaded } from "../../../ui/State";
import { Live } from "../Live";
import { analyticsQuery } from "../overview/analytics";
import { AlertList } from "./AlertList";
import { type Sample, sampleIn, sampleOf, withSample } from "./samples";

const CHANNELS = ["alerts", "system-health"] as const;

export function Alerts() {
  useChartSoon();
  const t = useText();
  const texts = t.admin.alerts;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ["admin", "alerts"] });
  const take = (message: ChannelMessage) => {
    const sample = sampleIn(message);
    if (sample) {
      setSamples((all) => withSample(all, sample));
    } else if (message.channel === "alerts") {
      readAgain();
    }
  };
  const connection = useChannels(CHANNELS, take, readAgain);
  const first = useQuery(analyticsQuery("day"));
  return (
    <Page title={texts.title} description={texts.text} actions={<Live connection={connection} />}>
      <AlertList />
      <Card title={texts.health} description={texts.healthText}>
        <Loaded query={first} height={220}>
          {({ system }) => (
            <Health samples={samples.length > 0 ? samples : [sampleOf(first.dataUpdatedAt, system.health)]} />
          )}
        </Loaded>
      </Card>
      <Card title={texts.rulesTitle} description={texts.rulesText}>
        <Facts rows={RULES.map((rule) => [texts.rules[rule], texts.ruleTexts[rule]])} />
      </Card>
    </Page>
  );
}

const RULES = [
  "storage.disk",
  "storage.quota",
  "signins.failed",
  "requests.failing",
  "audit.broken",
  "keys.rotation",
  "backup.failed",
  "data.damaged",
  "rows.damaged",
] as const;

function Health({ samples }: { samples: readonly Sample[] }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.alerts;
  const now = samples.at(-1);
  const network = now?.network ?? null;
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : format.percent(value / 100);
  const times = useMemo(() => samples.map((sample) => sample.at), [samples]);
  const shown = (value: number) => format.percent(value / 100);
  const series: ChartSeries[] = [
    { label: texts.cpu, color: "--c-load", values: samples.map((one) => one.cpu), format: shown },
    { label: texts.memory, color: "--c-fitness", values: samples.map((one) => one.memory), format: shown },
  ];
  return (
    <Stack>
      <Stats>
        <Stat label={texts.cpu} value={percent(now?.cpu)} />
        <Stat label={texts.memory} value={percent(now?.memory)} />
        <Stat label={texts.storage} value={percent(now?.storage)} />
        <Stat
          label={texts.network}
          value={network === null ? "–" : format.bytes(network)}
          unit={texts.perSecond}
        />
      </Stats>
      {samples.length > 1 ? (
        <Chart
          label={texts.chart}
          times={times}
          series={series}
          height={180}
          yRange={[0, 100]}
          axis={shown}
        />
      ) : (
        <p className="muted">{texts.waiting}</p>
      )}
    </Stack>
  );
}
