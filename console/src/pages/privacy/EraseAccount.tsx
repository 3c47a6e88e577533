/** The plan of an erasure of the account: the records that it would destroy, and those that would remain. */
import type { Result } from "@lockstep/client";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { accountQuery } from "../../session";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Facts, Stack } from "../../ui/Card";
import { Note, Problem } from "../../ui/State";
import { asSentence } from "../market/offers";
import styles from "./Privacy.module.css";

export function EraseAccount() {
  const t = useText();
  const { data: account } = useSuspenseQuery(accountQuery);
  // The server counts the records of every area: only a person who asks for the plan waits for that.
  const plan = useMutation({ mutationFn: () => api.agents.getErasurePlan() });
  return (
    <Card title={t.privacy.accountTitle} description={t.privacy.accountText}>
      <Stack tight>
        <div>
          <Button busy={plan.isPending} onClick={() => plan.mutate()}>
            {t.privacy.showPlan}
          </Button>
        </div>
        {plan.isError && <Problem error={plan.error} />}
        {plan.data && <Plan of={plan.data} />}
        <p>{t.privacy.accountHow(account.username)}</p>
      </Stack>
    </Card>
  );
}

/** Writes the kind of a record in words; a kind that is new keeps the name that the API gives it. */
function kindName(kind: string, kinds: Readonly<Record<string, string>>): string {
  return kinds[kind] ?? kind;
}

function Plan({ of: { destroyed, remains, horizon } }: { of: Result<"getErasurePlan"> }) {
  const t = useText();
  const format = useFormats();
  return (
    <div role="status">
      <Stack tight>
        <h3>{t.privacy.destroyed}</h3>
        {destroyed.length === 0 && <p>{t.privacy.nothingDestroyed}</p>}
        <Facts
          rows={destroyed.map(({ kind, count }) => [kindName(kind, t.privacy.records), format.number(count)])}
        />
        <h3>{t.privacy.remains}</h3>
        <ul className={styles.remains}>
          {remains.map((one) => (
            <li key={one}>{asSentence(one)}</li>
          ))}
        </ul>
        <Note>{t.privacy.horizon(format.day(horizon))}</Note>
      </Stack>
    </div>
  );
}
