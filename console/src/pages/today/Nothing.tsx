/** Today without data in its period: the account has none at all, or only older data. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormats } from "../../format";
import { storedSeriesQuery } from "../../series";
import { useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Card, Row } from "../../ui/Card";
import { Empty, Loaded } from "../../ui/State";
import { newestDay } from "./days";

/** `range` chooses the period; `days` is its length. */
export function Nothing({ days, timeZone, range }: { days: number; timeZone: string; range: ReactNode }) {
  const stored = useQuery(storedSeriesQuery);
  return (
    <Loaded query={stored} height={240}>
      {({ series }) => {
        const newest = newestDay(series);
        return newest === undefined ? (
          <NoData />
        ) : (
          <NoRecentData days={days} newest={newest} timeZone={timeZone} range={range} />
        );
      }}
    </Loaded>
  );
}

function NoData() {
  const t = useText();
  return (
    <Card>
      <Empty
        icon="import"
        title={t.today.emptyTitle}
        action={
          <Row>
            <ButtonLink to="/import" look="primary" icon="import">
              {t.today.emptyAction}
            </ButtonLink>
            <ButtonLink to="/welcome">{t.welcome.title}</ButtonLink>
          </Row>
        }
      >
        {t.today.emptyText}
      </Empty>
    </Card>
  );
}

interface NoRecentDataProps {
  days: number;
  newest: string;
  timeZone: string;
  range: ReactNode;
}

function NoRecentData({ days, newest, timeZone, range }: NoRecentDataProps) {
  const t = useText();
  const format = useFormats(timeZone);
  return (
    <Card title={t.today.loadTitle} actions={range}>
      <Empty
        icon="today"
        title={t.today.nothingRecent(days)}
        action={
          <Row>
            <ButtonLink to="/activities" look="primary" icon="activity">
              {t.today.all}
            </ButtonLink>
            <ButtonLink to="/explore" icon="explore">
              {t.nav.explore}
            </ButtonLink>
            <ButtonLink to="/import" icon="import">
              {t.today.emptyAction}
            </ButtonLink>
          </Row>
        }
      >
        {t.today.nothingRecentText(format.day(newest))}
      </Empty>
    </Card>
  );
}
