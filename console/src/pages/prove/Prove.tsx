/** Proves a statement about days without showing a value. */
import type { Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { seriesName, storedSeriesQuery } from "../../series";
import { useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Card, Facts, Row, Stack } from "../../ui/Card";
import { SelectField, TextField } from "../../ui/Field";
import { Fields, Form, Steps } from "../../ui/Form";
import { useLeaveWarning } from "../../ui/leave";
import { Empty, Loaded, Note, Problem, Progress } from "../../ui/State";
import { dayBefore } from "../today/days";
import {
  type Claim,
  firstClaim,
  METRICS,
  type Metric,
  type ProvableDays,
  proofBody,
  provableDays,
} from "./claim";
import { Share } from "./Share";
import { ProofWork } from "./work";

type Proof = Result<"proveDays">;

export function Prove() {
  const t = useText();
  return (
    <Page title={t.prove.title} description={t.prove.text} actions={<CheckLink />}>
      <Make />
    </Page>
  );
}

function CheckLink() {
  const t = useText();
  return (
    <ButtonLink to="/verify" icon="check">
      {t.verify.title}
    </ButtonLink>
  );
}

type Provable = Partial<Record<Metric, ProvableDays>>;

function Make() {
  const t = useText();
  const series = useQuery(storedSeriesQuery);
  return (
    <Card title={t.prove.makeTitle} description={t.prove.makeText}>
      <Loaded query={series} height={320}>
        {(stored) => {
          const provable = provableDays(stored.series, dayBefore(1, Date.now(), undefined));
          const [first] = Object.keys(provable) as Metric[];
          return first === undefined ? (
            <Empty icon="proof" title={t.prove.nothing}>
              {t.prove.nothingText}
            </Empty>
          ) : (
            <Wizard provable={provable} first={first} />
          );
        }}
      </Loaded>
    </Card>
  );
}

function Wizard({ provable, first }: { provable: Provable; first: Metric }) {
  const t = useText();
  const [claim, setClaim] = useState<Claim>(() => ({
    ...firstClaim(first, provable[first] ?? { first: "", last: "" }),
    min: "",
    max: "",
    audience: "",
    nonce: "",
    until: "",
  }));
  const [at, setAt] = useState(0);
  const change = (part: Partial<Claim>) => setClaim((before) => ({ ...before, ...part }));
  const work = useRef<ProofWork>(null);
  const prove = useMutation({
    mutationFn: async () => {
      work.current = new ProofWork();
      return work.current.result(() => api.fitness.proveDaysAsJob(proofBody(claim)));
    },
  });
  useLeaveWarning(prove.isPending);
  return (
    <Stack>
      <Steps label={t.prove.makeTitle} names={t.prove.steps} at={prove.data ? 3 : at} />
      {prove.data ? (
        <Made
          proof={prove.data}
          onAgain={() => {
            prove.reset();
            setAt(0);
          }}
        />
      ) : (
        <Form onSubmit={() => (at < 2 ? setAt(at + 1) : prove.mutate())}>
          {at === 0 && <What claim={claim} change={change} provable={provable} />}
          {at === 1 && <Who claim={claim} change={change} />}
          {at === 2 && <Check claim={claim} />}
          {prove.isError && !work.current?.isCanceled && <Problem error={prove.error} />}
          {prove.isPending && (
            <>
              <Note>{t.prove.works}</Note>
              <Progress label={t.prove.works} />
            </>
          )}
          <Row>
            {at > 0 && (
              <Button disabled={prove.isPending} onClick={() => setAt(at - 1)}>
                {t.actions.back}
              </Button>
            )}
            <Button type="submit" look="primary" busy={prove.isPending}>
              {at < 2 ? t.market.next : t.prove.prove}
            </Button>
            {prove.isPending && <Button onClick={() => work.current?.cancel()}>{t.actions.cancel}</Button>}
          </Row>
        </Form>
      )}
    </Stack>
  );
}

interface StepProps {
  claim: Claim;
  change: (part: Partial<Claim>) => void;
}

function What({ claim, change, provable }: StepProps & { provable: Provable }) {
  const t = useText();
  const format = useFormats("UTC");
  const { unit } = METRICS[claim.metric];
  const bound = (label: string) => (unit ? `${label} (${unit})` : label);
  const days = provable[claim.metric];
  return (
    <>
      <SelectField
        label={t.prove.metric}
        hint={days && t.prove.metricHint(format.day(days.first), format.day(days.last))}
        value={claim.metric}
        onChange={({ target }) => {
          const metric = target.value as Metric;
          const stored = provable[metric];
          change({ ...(stored && firstClaim(metric, stored)), min: "", max: "" });
        }}
      >
        {(Object.keys(provable) as Metric[]).map((metric) => (
          <option key={metric} value={metric}>
            {seriesName(METRICS[metric].series, t)}
          </option>
        ))}
      </SelectField>
      <Fields>
        <TextField
          label={t.prove.firstDay}
          type="date"
          required
          min={days?.first}
          max={claim.end || days?.last}
          value={claim.start}
          onChange={({ target }) => change({ start: target.value })}
        />
        <TextField
          label={t.prove.lastDay}
          type="date"
          required
          min={claim.start}
          max={days?.last}
          value={claim.end}
          onChange={({ target }) => change({ end: target.value })}
        />
        <TextField
          label={bound(t.prove.atLeast)}
          type="number"
          step="any"
          value={claim.min}
          onChange={({ target }) => change({ min: target.value })}
        />
        <TextField
          label={bound(t.prove.atMost)}
          type="number"
          step="any"
          value={claim.max}
          onChange={({ target }) => change({ max: target.value })}
        />
      </Fields>
    </>
  );
}

function Who({ claim, change }: StepProps) {
  const t = useText();
  return (
    <>
      <TextField
        label={t.prove.audience}
        hint={t.prove.audienceHint}
        placeholder="insurance.example"
        maxLength={256}
        value={claim.audience}
        onChange={({ target }) => change({ audience: target.value })}
      />
      <TextField
        label={t.prove.nonce}
        hint={t.prove.nonceHint}
        pattern="[A-Za-z0-9+\/]*=*"
        value={claim.nonce}
        onChange={({ target }) => change({ nonce: target.value })}
      />
      <TextField
        label={t.prove.until}
        hint={t.prove.untilHint}
        type="date"
        min={dayBefore(0, Date.now(), undefined)}
        value={claim.until}
        onChange={({ target }) => change({ until: target.value })}
      />
    </>
  );
}

function Check({ claim }: { claim: Claim }) {
  const t = useText();
  const { series, unit } = METRICS[claim.metric];
  const bounds = [
    claim.min !== "" ? `≥ ${claim.min} ${unit}` : "",
    claim.max !== "" ? `≤ ${claim.max} ${unit}` : "",
  ].filter(Boolean);
  return (
    <>
      <Facts
        rows={[
          [t.prove.metric, seriesName(series, t)],
          [t.prove.days, `${claim.start} – ${claim.end}`],
          [t.prove.bounds, bounds.join(", ") || t.prove.exists],
          [t.prove.audience, claim.audience || t.prove.anybody],
        ]}
      />
      <Learns />
    </>
  );
}

/** The information that a reader of the document gets and does not get. */
function Learns() {
  const t = useText();
  return (
    <Note>
      <p>{t.prove.learns}</p>
      <p>{t.prove.learnsNot}</p>
    </Note>
  );
}

function Made({ proof, onAgain }: { proof: Proof; onAgain: () => void }) {
  const t = useText();
  return (
    <>
      <Note tone="good">{t.prove.made}</Note>
      <p>{proof.statement.says}</p>
      <Facts
        rows={[
          [t.prove.setup, proof.setup],
          [t.prove.assurance, proof.assurance],
        ]}
      />
      <Learns />
      <Share proof={proof} onAgain={onAgain} />
    </>
  );
}
