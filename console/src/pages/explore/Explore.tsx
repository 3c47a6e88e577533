/** Any series over any period. The server aggregates by the scale of the view, so millions of points stay smooth. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Page } from "../../layout/Page";
import { type StoredType, storedSeriesQuery, storedTypes } from "../../series";
import { useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Range, useChartSoon } from "../../ui/Chart";
import { Empty, Loaded } from "../../ui/State";
import { PeriodBar, SeriesBar } from "./Bars";
import { SeriesCharts } from "./SeriesCharts";
import { clamped, parsedRange } from "./window";

const route = getRouteApi("/shell/explore");
const FIRST_MS = 30 * 86_400_000;
/** The address is updated when the view stops moving. */
const REST_MS = 300;

export function Explore() {
  useChartSoon();
  const t = useText();
  const stored = useQuery(storedSeriesQuery);
  return (
    <Page full title={t.explore.title} description={t.explore.text}>
      <Loaded query={stored} height={480}>
        {({ series }) => {
          const types = storedTypes(series);
          return types.length === 0 ? <Nothing /> : <View types={types} />;
        }}
      </Loaded>
    </Page>
  );
}

function Nothing() {
  const t = useText();
  return (
    <Card>
      <Empty
        icon="explore"
        title={t.explore.none}
        action={
          <ButtonLink to="/import" look="primary" icon="import">
            {t.explore.import}
          </ButtonLink>
        }
      >
        {t.explore.noneText}
      </Empty>
    </Card>
  );
}

/** Types that most people look at first. */
const FIRST = ["heart_rate", "resting_heart_rate", "sleep_duration", "steps"];

/** Returns the series to show: those of the address, or the first that the account has. */
export function chosenTypes(named: string | undefined, types: readonly StoredType[]): string[] {
  const known = new Set(types.map((one) => one.type));
  const wished = (named ?? "").split(",").filter((type) => known.has(type));
  const usual = FIRST.filter((type) => known.has(type)).slice(0, 3);
  const largest = types.slice(0, 2).map((one) => one.type);
  return [wished, usual, largest].find((list) => list.length > 0)?.slice(0, 6) ?? [];
}

function View({ types }: { types: StoredType[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = useMemo(() => chosenTypes(search.series, types), [search.series, types]);
  const [range, setRange] = useState<Range>(() => {
    const end = Math.max(...types.filter((one) => chosen.includes(one.type)).map((one) => one.end));
    // An address may name a time that no calendar has.
    return clamped(parsedRange(search.from, search.to) ?? [end - FIRST_MS, end], Date.now());
  });
  const change = useCallback((next: Range) => setRange(clamped(next, Date.now())), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      const [from, to] = range.map((at) => new Date(at).toISOString());
      navigate({
        search: (before) => ({ ...before, ...(from && { from }), ...(to && { to }) }),
        replace: true,
        resetScroll: false,
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [range, navigate]);
  const choose = (series: string[]) =>
    navigate({
      search: (before) => ({ ...before, series: series.join() }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <SeriesBar types={types} chosen={chosen} onChoose={choose} />
      <PeriodBar types={types} chosen={chosen} range={range} onRange={change} />
      <SeriesCharts chosen={chosen} range={range} onRange={change} />
    </>
  );
}
