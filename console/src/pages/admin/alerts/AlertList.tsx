/** Alerts, each with its problem, its remedy, its begin, and the person who acknowledged it. */
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useFormats } from "../../../format";
import { type Catalogue, useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Badge, Card } from "../../../ui/Card";
import { Segmented } from "../../../ui/Field";
import { Empty, Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import { useMayChange } from "../access";
import { Pager } from "../Pager";

const PAGE = 20;
const SHOWN = ["active", "ended", "all"] as const;

/** The name of a rule; a rule of a later server keeps its own name. */
export function ruleName(t: Catalogue, type: string): string {
  const rules: Readonly<Record<string, string>> = t.admin.alerts.rules;
  return rules[type] ?? type;
}

export function AlertList() {
  const t = useText();
  const texts = t.admin.alerts;
  const format = useFormats();
  const mayChange = useMayChange();
  const [status, setStatus] = useState<(typeof SHOWN)[number]>("active");
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ["admin", "alerts", status, page],
    queryFn: ({ signal }) => api.administration.listAlerts({ status, page, limit: PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const acknowledge = useAcknowledge();
  return (
    <Card
      title={texts.alerts}
      description={texts.alertsText}
      flush
      actions={
        <Segmented
          label={texts.shown}
          value={status}
          options={SHOWN.map((value) => ({ value, label: texts.statuses[value] }))}
          onChange={(wanted) => {
            setStatus(wanted);
            setPage(1);
          }}
        />
      }
    >
      <Loaded query={list} height={140}>
        {({ alerts, total, limit }) =>
          alerts.length === 0 ? (
            <Empty icon="check" title={texts.none[status]}>
              {texts.noneText}
            </Empty>
          ) : (
            <Table
              label={texts.alerts}
              rows={alerts}
              rowKey={(alert) => alert.id}
              footer={total > limit && <Pager page={page} limit={limit} total={total} onPage={setPage} />}
              columns={[
                {
                  key: "message",
                  header: texts.alert,
                  cell: (alert) => (
                    <>
                      <Badge tone={alert.endedAt ? "neutral" : "bad"}>{ruleName(t, alert.type)}</Badge>{" "}
                      {alert.message}
                      <span className={styles.second}>
                        {alert.endedAt
                          ? texts.heldFrom(format.dateTime(alert.since), format.dateTime(alert.endedAt))
                          : texts.since(format.dateTime(alert.since), format.ago(alert.lastSeen))}
                      </span>
                    </>
                  ),
                },
                {
                  key: "seen",
                  header: texts.seen,
                  numeric: true,
                  cell: (alert) =>
                    alert.acknowledgement ? (
                      <span title={format.dateTime(alert.acknowledgement.at)}>
                        {alert.acknowledgement.name ?? texts.someone}
                      </span>
                    ) : (
                      mayChange && (
                        <Button small onClick={() => acknowledge.mutate(alert.id)}>
                          {texts.acknowledge}
                        </Button>
                      )
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function useAcknowledge() {
  const t = useText();
  const { say, fail } = useToasts();
  return useMutation({
    mutationFn: (alertId: string) => api.administration.acknowledgeAlert({ alertId }),
    onSuccess: () => {
      say(t.admin.alerts.acknowledged);
      return queryClient.invalidateQueries({ queryKey: ["admin", "alerts"] });
    },
    onError: fail,
  });
}
