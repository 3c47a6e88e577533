/** The highest means of an activity over every duration. They are computed when the person chooses a series. */
import type { Result } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { seriesColor } from "../../series";
import { useText } from "../../text";
import { Badge, Card, Facts, Stack } from "../../ui/Card";
import { Chart, type ChartSeries } from "../../ui/Chart";
import { Segmented } from "../../ui/Field";
import { Loaded } from "../../ui/State";
import { elapsedLabel } from "../../ui/time-axis";
import { axisUnits } from "../../units";
import { isOnFoot } from "../activities/sports";
import type { Details } from "./ActivityPage";
import { bestEfforts, type CurveType, curveTicks, curveTypes, durationAt, isDerived, placeOf } from "./curve";

type Answer = Result<"getMeanMaximalCurve">;

export function Curve({ details }: { details: Details }) {
  const t = useText();
  const { id, start, end, figures } = details;
  const [type, setType] = useState<CurveType>();
  const curve = useQuery({
    queryKey: ["curve", id, type],
    queryFn: ({ signal }) =>
      api.fitness.getMeanMaximalCurve({ type: type ?? "power", startDate: start, endDate: end }, { signal }),
    enabled: type !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const types = curveTypes(figures);
  return types.length === 0 ? null : (
    <Card title={t.activities.curve} description={t.activities.curveText}>
      <Stack tight>
        <div>
          <Segmented
            label={t.activities.curve}
            value={type ?? ("" as CurveType)}
            onChange={setType}
            options={types.map((value) => ({ value, label: t.series[value] }))}
          />
        </div>
        {type && (
          <Loaded query={curve} height={220}>
            {(answer) => <Drawn answer={answer} type={type} onFoot={isOnFoot(details.sport)} />}
          </Loaded>
        )}
      </Stack>
    </Card>
  );
}

function Drawn({ answer, type, onFoot }: { answer: Answer; type: CurveType; onFoot: boolean }) {
  const t = useText();
  const format = useFormats();
  const { points, unit } = answer;
  const ticks = useMemo(() => curveTicks(points), [points]);
  const times = useMemo(() => points.map((point) => placeOf(point.durationSeconds)), [points]);
  const series = useMemo((): ChartSeries[] => {
    const largest = Math.max(0, ...points.map((point) => point.value));
    const units = axisUnits(unit, format.units, type, largest);
    return [
      {
        label: t.series[type],
        color: seriesColor(type),
        values: points.map((point) => units.convert(point.value)),
        format: (value) => `${format.number(value, units.digits)} ${units.unit}`.trim(),
      },
    ];
  }, [points, unit, type, t, format]);
  if (points.length < 2) {
    return <p className="muted">{t.activities.noCurve}</p>;
  }
  const written = (value: number) =>
    type === "speed" && onFoot ? format.pace(1000 / value) : format.quantity(value, unit, type);
  return (
    <>
      <Chart
        label={t.activities.curveChart(t.series[type])}
        times={times}
        series={series}
        elapsed
        height={200}
        ticks={ticks}
        moment={durationAt}
        axis={format.whole}
      />
      {isDerived(points) && (
        <p className="muted">
          <Badge tone="info">{t.activities.derived}</Badge> {t.activities.derivedText}
        </p>
      )}
      <Facts
        rows={bestEfforts(points).map((point) => [elapsedLabel(point.durationSeconds), written(point.value)])}
      />
    </>
  );
}
