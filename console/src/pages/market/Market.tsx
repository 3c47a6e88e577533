/** The marketplace: the offers, the account's own offers and purchases, and the balance. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Segmented } from "../../ui/Field";
import { More } from "../../ui/More";
import { Empty, Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { Ledger } from "./Ledger";
import { OfferLink } from "./OfferLink";
import { FoundOffers, SearchForm } from "./OfferSearch";
import { money, offersOf, restrictionText, type Token } from "./offers";
import { Purchases } from "./Purchases";
import { offersQuery, ownTokensQuery } from "./queries";

const route = getRouteApi("/shell/marketplace");
export const TABS = ["offers", "own", "purchases", "ledger"] as const;
export type Tab = (typeof TABS)[number];

export function Market() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab = TABS.find((one) => one === search.tab) ?? "offers";
  return (
    <Page
      title={t.market.title}
      description={t.market.text}
      actions={
        <ButtonLink to="/marketplace/sell" look="primary" icon="plus">
          {t.market.sell}
        </ButtonLink>
      }
    >
      <div>
        <Segmented
          label={t.market.views}
          value={tab}
          onChange={(value) => navigate({ search: { tab: value }, replace: true })}
          options={TABS.map((value) => ({ value, label: t.market.tabs[value] }))}
        />
      </div>
      {tab === "offers" && (
        <>
          <SearchForm
            words={search.words}
            kind={search.kind}
            onSearch={(words, kind) =>
              navigate({ search: { ...(words && { words }), ...(kind && { kind }) } })
            }
          />
          {search.words ? <FoundOffers words={search.words} kind={search.kind} /> : <Offers />}
        </>
      )}
      {tab === "own" && <Own />}
      {tab === "purchases" && <Purchases />}
      {tab === "ledger" && <Ledger />}
    </Page>
  );
}

function Offers() {
  const t = useText();
  const format = useFormats();
  const offers = useInfiniteQuery(offersQuery);
  return (
    <Card flush>
      <Loaded query={offers} height={240}>
        {({ pages }) => {
          const rows = pages.flatMap(({ tokens, listings, items }) =>
            offersOf(tokens, listings, items, (points) => t.market.tokenTitle(format.number(points))),
          );
          return rows.length === 0 ? (
            <Empty icon="market" title={t.market.noOffers}>
              {t.market.noOffersText}
            </Empty>
          ) : (
            <Table
              label={t.market.tabs.offers}
              rows={rows}
              rowKey={(row) => row.id}
              footer={offers.hasNextPage && <More list={offers} />}
              columns={[
                {
                  key: "title",
                  header: t.market.offer,
                  cell: (row) => <OfferLink kind={row.kind} id={row.id} title={row.title} />,
                },
                {
                  key: "kind",
                  header: t.market.kind,
                  wide: true,
                  cell: (row) => <Badge>{t.market.kinds[row.kind]}</Badge>,
                },
                {
                  key: "rules",
                  header: t.market.rules,
                  wide: true,
                  cell: (row) => row.restrictions.map((one) => restrictionText(one, t)).join(", "),
                },
                {
                  key: "price",
                  header: t.market.price,
                  numeric: true,
                  cell: (row) => money(row.price, row.currency, format.language),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

const TONES = { pending: "info", active: "good", expired: "warn", revoked: "neutral" } as const;

function Own() {
  const t = useText();
  const format = useFormats();
  const own = useInfiniteQuery(ownTokensQuery);
  return (
    <Card title={t.market.tabs.own} description={t.market.ownText} flush>
      <Loaded query={own} height={200}>
        {({ pages }) => {
          const tokens = pages.flatMap((page) => page.tokens);
          return tokens.length === 0 ? (
            <Empty
              icon="market"
              title={t.market.nothingSold}
              action={<ButtonLink to="/marketplace/sell">{t.market.sell}</ButtonLink>}
            >
              {t.market.nothingSoldText}
            </Empty>
          ) : (
            <Table<Token>
              label={t.market.tabs.own}
              rows={tokens}
              rowKey={(token) => token.id}
              footer={own.hasNextPage && <More list={own} />}
              columns={[
                {
                  key: "title",
                  header: t.market.offer,
                  cell: (token) => (
                    <OfferLink
                      kind="token"
                      id={token.id}
                      title={t.market.tokenTitle(format.number(token.points))}
                    />
                  ),
                },
                {
                  key: "status",
                  header: t.market.status,
                  cell: (token) => (
                    <Badge tone={TONES[token.status]}>{t.market.tokenStatuses[token.status]}</Badge>
                  ),
                },
                {
                  key: "price",
                  header: t.market.price,
                  numeric: true,
                  wide: true,
                  cell: (token) => money(token.price, token.currency, format.language),
                },
                {
                  key: "purchases",
                  header: t.market.sales,
                  numeric: true,
                  wide: true,
                  cell: (token) => format.number(token.purchases),
                },
                {
                  key: "revenue",
                  header: t.market.revenue,
                  numeric: true,
                  cell: (token) => money(token.revenue ?? 0, token.currency, format.language),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
