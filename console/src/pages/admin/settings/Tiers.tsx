/** Request limits and storage quotas of the tiers. */
import type { Body } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../api/client";
import { useText } from "../../../text";
import { Card } from "../../../ui/Card";
import { TextField } from "../../../ui/Field";
import { Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import { useMayChange } from "../access";
import { TIERS } from "../users/user";
import { ChangeBar } from "./ChangeBar";
import { stored, textOf } from "./draft";
import { LIMITS, limitField } from "./fields";
import styles from "./Settings.module.css";
import { useDraft } from "./use-draft";

const tiersQuery = {
  queryKey: ["admin", "tiers"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.administration.listTiers({ signal }),
};

export function Tiers() {
  const t = useText();
  const tiers = useQuery(tiersQuery);
  return (
    <Card title={t.admin.settings.tiers} description={t.admin.settings.tiersText} flush>
      <Loaded query={tiers} height={320}>
        {(now) => <Limits tiers={now} />}
      </Loaded>
    </Card>
  );
}

function Limits({ tiers }: { tiers: object }) {
  const t = useText();
  const texts = t.admin.settings;
  const mayChange = useMayChange();
  const fields = useMemo(() => TIERS.flatMap((tier) => LIMITS.map((limit) => limitField(tier, limit))), []);
  const form = useDraft(tiers, fields);
  return (
    <>
      <Table
        label={texts.tiersTable}
        rows={LIMITS}
        rowKey={(limit) => limit.name}
        columns={[
          {
            key: "limit",
            header: texts.limit,
            cell: (limit) => (
              <>
                {texts.limits[limit.name]}
                <span className={styles.per}>{texts.per[limit.per]}</span>
              </>
            ),
          },
          ...TIERS.map((tier) => ({
            key: tier,
            header: t.admin.users.tiers[tier],
            cell: (limit: (typeof LIMITS)[number]) => {
              const field = limitField(tier, limit);
              return (
                <div className={styles.limit}>
                  <TextField
                    label={`${texts.limits[limit.name]}, ${t.admin.users.tiers[tier]}`}
                    hideLabel
                    inputMode="decimal"
                    placeholder={texts.byDefault}
                    disabled={!mayChange}
                    error={form.problem(field)}
                    value={form.draft[field.path] ?? textOf(stored(tiers, field.path), field)}
                    onChange={(event) => form.set(field.path, event.target.value)}
                  />
                </div>
              );
            },
          })),
        ]}
      />
      <ChangeBar
        form={form}
        queryKey={tiersQuery.queryKey}
        send={(body) => api.administration.updateTiers(body as Body<"updateTiers">)}
        nameOf={(path) => {
          const [tier = "", ...name] = path.split(".");
          const limit = LIMITS.find((one) => one.name === name.join("."));
          const known = TIERS.find((one) => one === tier);
          return known && limit ? `${t.admin.users.tiers[known]}: ${texts.limits[limit.name]}` : path;
        }}
      />
    </>
  );
}
