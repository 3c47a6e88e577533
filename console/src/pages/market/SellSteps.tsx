/** The fields of the first three steps of a sale. */
import type { Result } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName } from "../../series";
import { useText } from "../../text";
import { CheckField, Segmented, SelectField, TextAreaField, TextField } from "../../ui/Field";
import { Fields } from "../../ui/Form";
import { Note, Problem } from "../../ui/State";
import { type Draft, seriesKey } from "./draft";
import { asSentence, money } from "./offers";
import { listingDraftQuery, pricesQuery } from "./queries";

interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

export type Dataset = Result<"listDatasets">["data"][number];

interface WhatProps extends StepProps {
  /** Chooses a dataset, whose draft fills the other fields. */
  onDataset: (dataset: string) => void;
  series: readonly StoredSeries[];
  datasets: readonly Dataset[];
}

export function WhatStep({ draft, change, onDataset, series, datasets }: WhatProps) {
  const t = useText();
  const what = (["points", "dataset"] as const).map((value) => ({ value, label: t.market.whats[value] }));
  return (
    <>
      <div>
        <Segmented
          label={t.market.steps[0] ?? ""}
          value={draft.what}
          onChange={(value) => change({ what: value })}
          options={what}
        />
      </div>
      {draft.what === "points" ? (
        <SeriesChoice draft={draft} change={change} series={series} />
      ) : (
        <DatasetChoice draft={draft} change={change} onDataset={onDataset} datasets={datasets} />
      )}
    </>
  );
}

function DatasetChoice({ draft, change, onDataset, datasets }: Omit<WhatProps, "series">) {
  const t = useText();
  const format = useFormats();
  const proposed = useListingDraft(draft);
  const { rows, problems = [] } = proposed.data ?? {};
  return (
    <>
      <Fields>
        <SelectField
          label={t.market.dataset}
          hint={datasets.length === 0 ? t.market.noDatasets : t.market.datasetHint}
          required
          value={draft.dataset}
          onChange={({ target }) => onDataset(target.value)}
        >
          <option value="">{t.market.choose}</option>
          {datasets.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t.market.titleField}
          hint={typeof rows === "number" ? t.market.rowsHint(format.number(rows)) : undefined}
          required
          maxLength={200}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Fields>
      {proposed.isError && <Problem error={proposed.error} retry={() => onDataset(draft.dataset)} />}
      {problems.length > 0 && (
        <Note tone="warn">
          <p>{t.market.problems}</p>
          {problems.map((problem) => (
            <p key={problem}>{asSentence(problem)}</p>
          ))}
        </Note>
      )}
    </>
  );
}

/** Returns the draft of the chosen dataset, which the wizard has loaded. */
function useListingDraft({ what, dataset, currency }: Draft) {
  const isDataset = what === "dataset" && dataset !== "";
  return useQuery({ ...listingDraftQuery(dataset, currency), enabled: isDataset });
}

function SeriesChoice({ draft, change, series }: StepProps & { series: readonly StoredSeries[] }) {
  const t = useText();
  const keys = [...new Set(series.map((one) => seriesKey(one.type, one.device)))];
  return (
    <>
      <SelectField
        label={t.privacy.type}
        required
        value={draft.series}
        onChange={({ target }) => change({ series: target.value })}
      >
        <option value="">{t.market.choose}</option>
        {keys.map((key) => {
          const [type = "", device = ""] = key.split("\n");
          return (
            <option key={key} value={key}>
              {`${seriesName(type, t)}, ${device}`}
            </option>
          );
        })}
      </SelectField>
      <Fields>
        <TextField
          label={t.activities.from}
          hint={t.market.periodHint}
          type="date"
          max={draft.to}
          value={draft.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          label={t.activities.to}
          type="date"
          min={draft.from}
          value={draft.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </Fields>
    </>
  );
}

export function RulesStep({ draft, change }: StepProps) {
  const t = useText();
  return (
    <>
      {draft.what === "points" && (
        <CheckField
          label={t.market.restrictions["aggregate-only"]}
          hint={t.market.aggregateHint}
          checked={draft.isAggregate}
          onChange={({ target }) => change({ isAggregate: target.checked })}
        />
      )}
      <CheckField
        label={t.market.restrictions["no-export"]}
        hint={t.market.noExportHint}
        checked={draft.isNoExport}
        onChange={({ target }) => change({ isNoExport: target.checked })}
      />
      <Fields>
        <TextField
          label={t.market.accessDays}
          type="number"
          required
          min={1}
          max={3650}
          value={draft.days}
          onChange={({ target }) => change({ days: Number(target.value) })}
        />
        <TextField
          label={t.market.uses}
          hint={t.market.usesHint}
          type="number"
          required
          min={1}
          max={1_000_000}
          value={draft.uses}
          onChange={({ target }) => change({ uses: Number(target.value) })}
        />
        <TextField
          label={t.market.purposeField}
          hint={t.market.purposeHint}
          maxLength={32}
          value={draft.purpose}
          onChange={({ target }) => change({ purpose: target.value })}
        />
      </Fields>
    </>
  );
}

const CURRENCIES = ["EUR", "CHF", "GBP", "USD", "JPY"] as const;

export function PriceStep({ draft, change }: StepProps) {
  const t = useText();
  return (
    <>
      <Fields>
        <TextField
          label={t.market.price}
          hint={draft.what === "dataset" ? <DatasetPrices draft={draft} /> : <SeriesPrices draft={draft} />}
          type="number"
          required
          min={draft.currency === "JPY" ? 1 : 0.01}
          step={draft.currency === "JPY" ? 1 : 0.01}
          value={draft.price}
          onChange={({ target }) => change({ price: Number(target.value) })}
        />
        <SelectField
          label={t.market.currency}
          value={draft.currency}
          onChange={({ target }) => change({ currency: target.value })}
        >
          {CURRENCIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </Fields>
      <TextAreaField
        label={t.market.description}
        hint={t.market.descriptionHint}
        rows={3}
        maxLength={2000}
        value={draft.description}
        onChange={({ target }) => change({ description: target.value })}
      />
    </>
  );
}

/** The median price of the datasets that other accounts sell. */
function DatasetPrices({ draft }: { draft: Draft }) {
  const { data, isError } = useListingDraft(draft);
  return <Median failed={isError} offers={data?.compared} median={data?.price} currency={draft.currency} />;
}

/** The median price of the offers with measurements of the same type. */
function SeriesPrices({ draft }: { draft: Draft }) {
  const [type = ""] = draft.series.split("\n");
  const { data, isError } = useQuery(pricesQuery(type));
  const prices = data?.currencies.find((one) => one.currency === draft.currency);
  const offers = data && (prices?.offers ?? 0);
  return <Median failed={isError} offers={offers} median={prices?.median} currency={draft.currency} />;
}

interface MedianProps {
  /** Whether the prices could not be read: the seller can choose one without them. */
  failed: boolean;
  /** The number of offers that are compared; undefined while it is not known. */
  offers: number | undefined;
  median: number | null | undefined;
  currency: string;
}

function Median({ failed, offers, median, currency }: MedianProps) {
  const t = useText();
  const format = useFormats();
  if (offers === undefined) {
    return <>{failed ? t.market.notCompared : t.market.comparing}</>;
  }
  return (
    <>
      {typeof median === "number" && offers > 0
        ? t.market.medianPrice(offers, money(median, currency, format.language))
        : t.market.noPrices}
    </>
  );
}
