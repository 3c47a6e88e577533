/** The insights, with the numbers behind each sentence. */
import type { Result } from "@lockstep/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { useLanguage, useText } from "../../text";
import type { Language } from "../../text/language";
import { Card } from "../../ui/Card";
import { Icon, type IconName } from "../../ui/Icon";
import { Empty, Loaded } from "../../ui/State";
import { evidenceRows } from "./evidence";
import styles from "./Insights.module.css";

type Insight = Result<"generateInsights">["insights"][number];

const ICONS: Partial<Record<string, IconName>> = {
  recovery: "heart",
  goal: "check",
  trend: "explore",
  anomaly: "warning",
  milestone: "bolt",
  performance: "bolt",
};

/** The server writes the sentences in the language. */
export const insightsQuery = (language: Language) =>
  queryOptions({
    queryKey: ["insights", language],
    queryFn: ({ signal }) => api.fitness.generateInsights({ timeframe: "P30D", language }, { signal }),
    staleTime: 10 * 60_000,
  });

/** `isReady`: whether the insights may be requested. */
export function Insights({ isReady }: { isReady: boolean }) {
  const t = useText();
  const format = useFormats();
  const insights = useQuery({ ...insightsQuery(useLanguage()), enabled: isReady });
  const days = insights.data?.window;
  // The days end with the newest data. Noon in UTC is within the day in almost every time zone.
  const day = (date: string) => format.day(`${date}T12:00:00Z`);
  return (
    <Card
      title={t.today.insights}
      description={days ? t.today.insightsOf(day(days.start), day(days.end)) : t.today.insightsText}
    >
      <Loaded query={insights} height={220} slow={t.today.computing.insights}>
        {(data) => (
          <>
            {data.insights.length === 0 && (
              <Empty icon="check" title={t.today.noInsights}>
                {t.today.noInsightsText}
              </Empty>
            )}
            <ul className={styles.list}>
              {data.insights.map((insight) => (
                <Entry key={insight.id} insight={insight} />
              ))}
            </ul>
            {data.skipped.length > 0 && (
              <details className={styles.skipped}>
                <summary>{t.today.skipped(data.skipped.length)}</summary>
                <ul>
                  {data.skipped.map((skip) => (
                    <li key={`${skip.type} ${skip.metric} ${skip.reason}`}>
                      {skip.metric ? `${t.today.evidenceValues[skip.metric] ?? skip.metric}: ` : ""}
                      {skip.reason}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Entry({ insight }: { insight: Insight }) {
  const t = useText();
  const format = useFormats();
  const { evidenceNames: names, evidenceValues: values } = t.today;
  const rows = evidenceRows(insight.metadata.evidence, { language: format.language, names, values });
  return (
    <li className={styles.entry}>
      <span className={styles.icon} data-impact={insight.metadata.impact}>
        <Icon name={ICONS[insight.type] ?? "info"} />
      </span>
      <div>
        <p>{insight.description}</p>
        <details>
          <summary>
            {t.today.evidence} · {t.today.confidence(format.percent(insight.confidence))}
          </summary>
          <dl className={styles.evidence}>
            <div>
              <dt>{t.today.rule}</dt>
              <dd>
                <code>{insight.metadata.rule}</code>
              </dd>
            </div>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="num">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </li>
  );
}
