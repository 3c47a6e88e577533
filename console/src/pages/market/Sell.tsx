/** Sells points or a dataset in four steps: data, rules, price, check. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { RepeatableRequest } from "../../api/repeatable";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { type StoredSeries, seriesName, storedSeriesQuery } from "../../series";
import { useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Card, Facts, Row, Stack } from "../../ui/Card";
import { Form, Steps } from "../../ui/Form";
import { Empty, Loaded, Loading, Note, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import { type Draft, EMPTY_DRAFT, firstDraft, restrictionsOf, withLateDraft } from "./draft";
import { money, restrictionText } from "./offers";
import { offerForSale } from "./payments";
import { listingDraftQuery } from "./queries";
import { type Dataset, PriceStep, RulesStep, WhatStep } from "./SellSteps";

const route = getRouteApi("/shell/marketplace/sell");

export function Sell() {
  const t = useText();
  const { dataset = "" } = route.useSearch();
  const series = useQuery(storedSeriesQuery);
  const datasets = useQuery({
    queryKey: ["datasets"],
    queryFn: ({ signal }) => api.datasets.listDatasets({ limit: 100 }, { signal }),
  });
  const proposed = useQuery({
    ...listingDraftQuery(dataset, EMPTY_DRAFT.currency),
    enabled: dataset !== "",
  });
  // A dataset that cannot be sold, or no longer exists, does not stop the sale of another one.
  const isReady = datasets.isFetched && (dataset === "" || proposed.isFetched);
  return (
    <Page
      title={t.market.sellTitle}
      description={t.market.sellText}
      before={<Link to="/marketplace">{t.market.title}</Link>}
    >
      <Loaded query={series} height={240}>
        {(stored) => {
          const tables = (datasets.data?.data ?? []).filter((one) => one.version);
          if (!isReady) {
            return <Loading height={240} />;
          }
          return stored.series.length === 0 && tables.length === 0 ? (
            <Nothing />
          ) : (
            <Wizard
              key={dataset}
              first={firstDraft(dataset, proposed.data)}
              series={stored.series}
              datasets={tables}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

function Nothing() {
  const t = useText();
  return (
    <Card>
      <Empty
        icon="data"
        title={t.privacy.none}
        action={<ButtonLink to="/import">{t.privacy.import}</ButtonLink>}
      >
        {t.market.nothingToSell}
      </Empty>
    </Card>
  );
}

interface WizardProps {
  first: Draft;
  series: readonly StoredSeries[];
  datasets: readonly Dataset[];
}

function Wizard({ first, series, datasets }: WizardProps) {
  const t = useText();
  const [draft, setDraft] = useState(first);
  const [at, setAt] = useState(0);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const choose = async (dataset: string) => {
    change({ dataset, title: "", description: "" });
    const query = listingDraftQuery(dataset, draft.currency);
    // The step shows the reason of a failure. The seller can fill in the fields without a draft.
    const proposed = dataset && (await queryClient.fetchQuery(query).catch(() => undefined));
    if (proposed) {
      setDraft((now) => withLateDraft(now, proposed));
    }
  };
  return (
    <>
      <Steps label={t.market.sellTitle} names={t.market.steps} at={at} />
      <Card title={t.market.steps[at]}>
        {at === 3 ? (
          <Check draft={draft} onBack={() => setAt(2)} />
        ) : (
          <Form onSubmit={() => setAt(at + 1)}>
            {at === 0 && (
              <WhatStep
                draft={draft}
                change={change}
                onDataset={choose}
                series={series}
                datasets={datasets}
              />
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
        )}
      </Card>
    </>
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
