/** Sells points or a dataset in four steps: data, rules, price, check. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { RepeatableRequest } from "../../api/repeatable";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { seriesName, storedSeriesQuery } from "../../series";
import { useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Card, Facts, Row, Stack } from "../../ui/Card";
import { Form, Steps } from "../../ui/Form";
import { Empty, Loaded, Note, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import { type Draft, EMPTY_DRAFT, restrictionsOf } from "./draft";
import { money, restrictionText } from "./offers";
import { offerForSale } from "./payments";
import { PriceStep, RulesStep, WhatStep } from "./SellSteps";

export function Sell() {
  const t = useText();
  const series = useQuery(storedSeriesQuery);
  const datasets = useQuery({
    queryKey: ["datasets"],
    queryFn: ({ signal }) => api.datasets.listDatasets({ limit: 100 }, { signal }),
  });
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [at, setAt] = useState(0);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <Page
      title={t.market.sellTitle}
      description={t.market.sellText}
      before={<Link to="/marketplace">{t.market.title}</Link>}
    >
      <Steps label={t.market.sellTitle} names={t.market.steps} at={at} />
      <Card title={t.market.steps[at]}>
        <Loaded query={series} height={240}>
          {(stored) => {
            const tables = (datasets.data?.data ?? []).filter((one) => one.version);
            return stored.series.length === 0 && tables.length === 0 ? (
              <Empty
                icon="data"
                title={t.privacy.none}
                action={<ButtonLink to="/import">{t.privacy.import}</ButtonLink>}
              >
                {t.market.nothingToSell}
              </Empty>
            ) : at === 3 ? (
              <Check draft={draft} onBack={() => setAt(2)} />
            ) : (
              <Form onSubmit={() => setAt(at + 1)}>
                {at === 0 && (
                  <WhatStep draft={draft} change={change} series={stored.series} datasets={tables} />
                )}
                {at === 1 && <RulesStep draft={draft} change={change} />}
                {at === 2 && <PriceStep draft={draft} change={change} />}
                <Row>
                  {at > 0 && <Button onClick={() => setAt(at - 1)}>{t.actions.back}</Button>}
                  <Button look="primary" type="submit">
                    {t.market.next}
                  </Button>
                </Row>
              </Form>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}

function Check({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const t = useText();
  const format = useFormats();
  const navigate = useNavigate();
  const { say } = useToasts();
  const [request] = useState(() => new RepeatableRequest());
  const offer = useMutation({
    mutationFn: () => offerForSale(draft, request),
    onSuccess: ({ kind, id, status }) => {
      say(status === "pending" ? t.market.offeredPending : t.market.offered);
      queryClient.invalidateQueries({ queryKey: ["market"] });
      navigate({ to: "/marketplace/$kind/$id", params: { kind, id } });
    },
  });
  const [type = "", device = ""] = draft.series.split("\n");
  const rules = restrictionsOf(draft).map((one) => restrictionText(one, t));
  const period = [draft.from, draft.to].map((day) => (day ? format.day(day) : "…")).join(" – ");
  return (
    <Stack tight>
      <Facts
        rows={[
          draft.what === "dataset"
            ? [t.market.titleField, draft.title]
            : [t.privacy.type, `${seriesName(type, t)}, ${device}`],
          ...(draft.what === "points" ? [[t.privacy.period, period] as const] : []),
          [t.market.access, t.market.days(draft.days)],
          [t.market.uses, format.number(draft.uses)],
          [t.market.rules, rules.join(", ") || t.market.noRestriction],
          [t.market.price, money(draft.price, draft.currency, format.language)],
        ]}
      />
      <Note tone={draft.what === "points" && draft.isAggregate ? "info" : "warn"}>
        {draft.what === "points" && draft.isAggregate ? t.market.learnAnswers : t.market.learnPoints}{" "}
        {t.market.learnAll}
      </Note>
      {offer.isError && <Problem error={offer.error} />}
      <Row>
        <Button disabled={offer.isPending} onClick={onBack}>
          {t.actions.back}
        </Button>
        <Button look="primary" busy={offer.isPending} onClick={() => offer.mutate()}>
          {t.market.offerNow}
        </Button>
      </Row>
    </Stack>
  );
}
