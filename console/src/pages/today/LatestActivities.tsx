/** The newest activities. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Loaded } from "../../ui/State";
import { activityName, sportIcon } from "../activities/sports";
import styles from "./LatestActivities.module.css";

export function LatestActivities() {
  const t = useText();
  const format = useFormats();
  const latest = useQuery({
    queryKey: ["activities", "latest"],
    queryFn: ({ signal }) => api.activities.listActivities({ limit: 5 }, { signal }),
  });
  return (
    <Card
      title={t.today.latest}
      actions={
        <ButtonLink to="/activities" look="ghost" small>
          {t.today.all}
        </ButtonLink>
      }
    >
      <Loaded query={latest} height={160}>
        {({ activities }) => (
          <ul className={styles.list}>
            {activities.length === 0 && <li className="muted">{t.activities.none}</li>}
            {activities.map((activity) => (
              <li key={activity.id}>
                <Link to="/activities/$id" params={{ id: activity.id }} className={styles.entry}>
                  <Icon name={sportIcon(activity.sport)} />
                  <span className={styles.name}>{activityName(activity, t)}</span>
                  <span className={styles.fact}>{format.duration(activity.elapsedSeconds)}</span>
                  <span className={styles.fact}>{format.shortDay(activity.start)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
