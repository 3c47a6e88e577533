/** The unusual sign-ins of the last 90 days, of the own account or of one that an administrator opens. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Stack } from "../../ui/Card";
import { Loaded, Note } from "../../ui/State";
import { Table } from "../../ui/Table";
import { type Finding, findingText } from "./unusual";

const SHOWN = 5;

/** `user` is the id of another account; without it, the own account is examined. */
export function UnusualSignIns({ user }: { user?: string }) {
  const t = useText();
  const format = useFormats();
  const texts = t.account.unusual;
  const report = useQuery({
    queryKey: ["unusual-sign-ins", user],
    queryFn: ({ signal }) => api.administration.listUnusualSignIns(user ? { user } : {}, { signal }),
  });
  return (
    <Card title={texts.title} description={user ? texts.adviceForAdministrators : texts.text}>
      <Loaded query={report} height={80}>
        {({ findings, signIns, since, incomplete }) => (
          <Stack tight>
            {findings.length === 0 ? (
              <Note tone="good">{texts.none(format.number(signIns), format.day(since))}</Note>
            ) : (
              <Findings findings={findings} hasAdvice={!user} />
            )}
            {incomplete && <p className="muted">{texts.incomplete}</p>}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Findings({ findings, hasAdvice }: { findings: readonly Finding[]; hasAdvice: boolean }) {
  const t = useText();
  const format = useFormats();
  const texts = t.account.unusual;
  const [isComplete, setComplete] = useState(false);
  return (
    <Table
      label={texts.title}
      rows={isComplete ? findings : findings.slice(0, SHOWN)}
      rowKey={(one) => `${one.kind} ${one.time} ${one.network}`}
      columns={[
        {
          key: "event",
          header: texts.event,
          cell: (one) => {
            const { event, advice } = findingText(one, t, format.number);
            return (
              <>
                {event}
                {hasAdvice && <div className="muted">{advice}</div>}
              </>
            );
          },
        },
        { key: "time", header: texts.time, cell: (one) => format.dateTime(one.time) },
      ]}
      footer={
        !isComplete &&
        findings.length > SHOWN && (
          <Button small onClick={() => setComplete(true)}>
            {t.actions.more}
          </Button>
        )
      }
    />
  );
}
