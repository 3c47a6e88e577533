/** The devices of the installation in figures, and for administrators in a list without their names. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { failure } from "../../../api/query";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Card, Stack, Stat, Stats } from "../../../ui/Card";
import { Loaded, Note } from "../../../ui/State";
import { AuditEntries } from "../AuditEntries";
import { useMayChange } from "../access";
import { DeviceList } from "./DeviceList";
import { deviceFigures, readMetrics } from "./figures";

const REFRESH_MS = 10_000;

export function DeviceConnections() {
  const texts = useText().admin.devices;
  const mayChange = useMayChange();
  return (
    <Page title={texts.title} description={texts.text}>
      <Figures />
      {mayChange && <DeviceList />}
      <AuditEntries words="device*" title={texts.entries} none={texts.none} />
    </Page>
  );
}

function Figures() {
  const texts = useText().admin.devices;
  const format = useFormats();
  const metrics = useQuery({
    queryKey: ["admin", "metrics"],
    queryFn: async ({ signal }) => {
      const answer = await api.health.getServerMetricsStream("text/plain", { signal });
      return deviceFigures(readMetrics(await answer.text()));
    },
    refetchInterval: REFRESH_MS,
  });
  const isElsewhere = metrics.isError && failure(metrics.error).kind === "missing";
  return (
    <Card title={texts.figures} description={texts.figuresText}>
      {isElsewhere ? (
        <Note>{texts.elsewhere}</Note>
      ) : (
        <Loaded query={metrics} height={120}>
          {(figures) => (
            <Stack>
              <Stats>
                <Stat label={texts.connected} value={format.number(figures.connected)} />
                <Stat label={texts.telemetry} value={format.number(figures.telemetry)} />
                <Stat label={texts.reported} value={format.number(figures.reported)} />
                <Stat label={texts.acknowledged} value={format.number(figures.acknowledged)} />
              </Stats>
              {figures.denied > 0 && <Note tone="warn">{texts.denied(format.number(figures.denied))}</Note>}
              {figures.foreign > 0 && (
                <Note tone="warn">{texts.foreign(format.number(figures.foreign))}</Note>
              )}
              {figures.dropped > 0 && (
                <Note tone="warn">{texts.dropped(format.number(figures.dropped))}</Note>
              )}
            </Stack>
          )}
        </Loaded>
      )}
    </Card>
  );
}
