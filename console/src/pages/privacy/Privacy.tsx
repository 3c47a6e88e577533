/** The stored data, its protection and its readers; download and deletion. */
import { useQuery } from "@tanstack/react-query";
import { Page } from "../../layout/Page";
import { storedSeriesQuery } from "../../series";
import { useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Card, Grid } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Empty, Loaded } from "../../ui/State";
import { Erase } from "./Erase";
import { EraseAccount } from "./EraseAccount";
import { Export } from "./Export";
import { Keys } from "./Keys";
import styles from "./Privacy.module.css";
import { Readers } from "./Readers";
import { SeriesTable } from "./SeriesTable";

export function Privacy() {
  const t = useText();
  const stored = useQuery(storedSeriesQuery);
  return (
    <Page title={t.privacy.title} description={t.privacy.text}>
      <ul className={styles.basics}>
        {t.privacy.basics.map((sentence, place) => (
          <li key={sentence}>
            <Icon name={(["lock", "eye", "proof"] as const)[place] ?? "lock"} />
            {sentence}
          </li>
        ))}
      </ul>
      <Card title={t.privacy.series} description={t.privacy.seriesText} flush>
        <Loaded query={stored} height={280}>
          {({ series }) =>
            series.length === 0 ? (
              <Empty
                icon="lock"
                title={t.privacy.none}
                action={
                  <ButtonLink to="/import" look="primary" icon="import">
                    {t.privacy.import}
                  </ButtonLink>
                }
              >
                {t.privacy.noneText}
              </Empty>
            ) : (
              <SeriesTable series={series} />
            )
          }
        </Loaded>
      </Card>
      <Keys />
      <Readers />
      <Grid>
        <Export series={stored.data?.series ?? []} />
        <Erase series={stored.data?.series ?? []} />
      </Grid>
      <EraseAccount />
    </Page>
  );
}
