/** Searches the offers of every account by words. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card, Row } from "../../ui/Card";
import { SelectField, TextField } from "../../ui/Field";
import { Empty, Loaded, Note } from "../../ui/State";
import { Table } from "../../ui/Table";
import { type FoundOffer, kindOf, MAX_WORDS_LENGTH, titleOf } from "./found";
import styles from "./Market.module.css";
import { OfferLink } from "./OfferLink";
import { KINDS, money } from "./offers";
import { foundOffersQuery } from "./queries";

interface SearchProps {
  words: string | undefined;
  kind: string | undefined;
  /** Gets empty texts to show every offer again. */
  onSearch: (words: string, kind: string) => void;
}

export function SearchForm({ words, kind, onSearch }: SearchProps) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  // The address may change without this form, by the button Back of the browser. A new form would lose the focus.
  useEffect(() => {
    setValue(form.current, "words", words);
    setValue(form.current, "kind", kind);
  }, [words, kind]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    onSearch(String(values.get("words") ?? "").trim(), String(values.get("kind") ?? ""));
  };
  const clear = () => {
    // The button disappears with the search.
    control(form.current, "words")?.focus();
    onSearch("", "");
  };
  return (
    <search>
      <form ref={form} className={styles.search} onSubmit={submit}>
        <div className={styles.words}>
          <TextField
            label={t.market.words}
            name="words"
            type="search"
            required
            placeholder={t.market.wordsHint}
            maxLength={MAX_WORDS_LENGTH}
            defaultValue={words}
          />
        </div>
        <SelectField label={t.market.kind} name="kind" defaultValue={kind ?? ""}>
          <option value="">{t.market.allKinds}</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t.market.kinds[one]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" icon="search">
          {t.market.find}
        </Button>
        {words && (
          <Button look="ghost" onClick={clear}>
            {t.market.showAll}
          </Button>
        )}
      </form>
    </search>
  );
}

function control(
  form: HTMLFormElement | null,
  name: string,
): HTMLInputElement | HTMLSelectElement | undefined {
  const found = form?.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined;
}

function setValue(form: HTMLFormElement | null, name: string, value = ""): void {
  const field = control(form, name);
  if (field) {
    field.value = value;
  }
}

export function FoundOffers({ words, kind }: { words: string; kind: string | undefined }) {
  const t = useText();
  const found = useQuery(foundOffersQuery(words, kind));
  return (
    <Card title={t.market.found} flush>
      <Loaded query={found} height={240}>
        {({ offers, incomplete }) =>
          offers.length === 0 ? (
            <Empty icon="search" title={t.market.noneFound}>
              {t.market.noneFoundText}
            </Empty>
          ) : (
            <>
              <FoundTable offers={offers} />
              {incomplete && (
                <div className={styles.note}>
                  <Note>{t.market.moreFound}</Note>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function FoundTable({ offers }: { offers: readonly FoundOffer[] }) {
  const t = useText();
  const format = useFormats();
  return (
    <Table
      label={t.market.found}
      rows={offers}
      rowKey={(offer) => offer.id}
      columns={[
        {
          key: "title",
          header: t.market.offer,
          cell: (offer) => (
            <Row>
              <OfferLink
                kind={kindOf(offer)}
                id={offer.id}
                title={titleOf(offer, t.market.kinds[kindOf(offer)])}
              />
              {offer.own && <Badge tone="info">{t.market.yours}</Badge>}
            </Row>
          ),
        },
        {
          key: "kind",
          header: t.market.kind,
          wide: true,
          cell: (offer) => <Badge>{t.market.kinds[kindOf(offer)]}</Badge>,
        },
        {
          key: "offered",
          header: t.market.offeredOn,
          wide: true,
          cell: (offer) => format.day(offer.createdAt),
        },
        {
          key: "price",
          header: t.market.price,
          numeric: true,
          cell: (offer) => money(offer.price, offer.currency, format.language),
        },
      ]}
    />
  );
}
