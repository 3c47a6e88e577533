/** One offer: its rules, what its certificate says, and how to buy and read it. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/client";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { seriesName } from "../../series";
import { useText } from "../../text";
import { Card, Facts, Stack } from "../../ui/Card";
import { Loaded, Note } from "../../ui/State";
import { Table } from "../../ui/Table";
import { modeOf } from "../devices/modes";
import { ModeBadge } from "../privacy/modes";
import { Buy } from "./Buy";
import { useBought } from "./bought";
import { accessTime, certifiedSeries, money, restrictionText, type TokenDetails } from "./offers";
import { SaveDocument } from "./Purchases";
import { ReadRows, ReadToken } from "./Read";
import { Withdraw } from "./Withdraw";

const route = getRouteApi("/shell/marketplace/$kind/$id");

export function OfferPage() {
  const { kind, id } = route.useParams();
  switch (kind) {
    case "listing":
      return <ListingPage id={id} />;
    case "item":
      return <ItemPage id={id} />;
    default:
      return <TokenPage id={id} />;
  }
}

function Back() {
  const t = useText();
  return <Link to="/marketplace">{t.market.title}</Link>;
}

function TokenPage({ id }: { id: string }) {
  const t = useText();
  const format = useFormats();
  const token = useQuery({
    queryKey: ["market", "token", id],
    queryFn: ({ signal }) => api.marketplace.getDataToken({ id }, { signal }),
  });
  const isOwn = token.data ? typeof token.data.purchases === "number" : false;
  const bought = useBought(id);
  const title = token.data ? t.market.tokenTitle(format.number(token.data.points)) : t.market.kinds.token;
  return (
    <Page
      title={title}
      before={<Back />}
      actions={
        token.data &&
        (isOwn ? (
          token.data.status !== "revoked" && <Withdraw kind="token" id={id} />
        ) : (
          <Buy
            kind="token"
            id={id}
            price={token.data.price}
            currency={token.data.currency}
            restrictions={token.data.accessRules.restrictions ?? []}
            isPossible={token.data.readable && token.data.status === "active"}
          />
        ))
      }
    >
      <Loaded query={token} height={200}>
        {(data) => (
          <Stack>
            {bought && <ReadToken token={data} purchase={bought} />}
            <TokenFacts of={data} isOwn={isOwn} />
            <Certificate id={id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function TokenFacts({ of, isOwn }: { of: TokenDetails; isOwn: boolean }) {
  const t = useText();
  const format = useFormats();
  const restrictions = of.accessRules.restrictions ?? [];
  return (
    <Card title={t.market.termsTitle}>
      {!of.readable && <Note tone="warn">{t.market.notReadable}</Note>}
      <Facts
        rows={[
          ...(of.description ? [[t.market.description, of.description] as const] : []),
          [t.market.price, money(of.price, of.currency, format.language)],
          [t.market.access, accessTime(of.accessRules.duration, t)],
          [t.market.uses, format.number(of.accessRules.allowedUses)],
          [
            t.market.rules,
            restrictions.map((one) => restrictionText(one, t)).join(", ") || t.market.noRestriction,
          ],
          ...(of.answersLeft ?? []).map(
            (one) =>
              [
                `${t.market.answersLeft}: ${seriesName(one.type, t)}, ${one.device}`,
                format.number(one.answersLeft),
              ] as const,
          ),
          ...of.claims.map((claim) => [t.market.claim, claim.statement] as const),
          ...(isOwn
            ? [
                [t.market.sales, format.number(of.purchases)] as const,
                [t.market.revenue, money(of.revenue ?? 0, of.currency, format.language)] as const,
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function Certificate({ id }: { id: string }) {
  const t = useText();
  const format = useFormats();
  const certificate = useQuery({
    queryKey: ["market", "certificate", id],
    queryFn: ({ signal }) => api.marketplace.getTokenCertificate({ id }, { signal }),
  });
  return (
    <Card
      title={t.market.certificate}
      description={t.market.certificateText}
      flush
      actions={
        certificate.data && (
          <SaveDocument
            document={certificate.data}
            name={`${id}-certificate.json`}
            label={t.market.saveFile}
          />
        )
      }
    >
      <Loaded query={certificate} height={120}>
        {(document) => (
          <Table
            label={t.market.certificate}
            rows={certifiedSeries(document)}
            rowKey={(row) => `${row.type} ${row.device} ${row.mode}`}
            columns={[
              { key: "type", header: t.privacy.type, cell: (row) => seriesName(row.type, t) },
              { key: "device", header: t.privacy.device, cell: (row) => row.device },
              {
                key: "mode",
                header: t.privacy.mode,
                wide: true,
                cell: (row) => <ModeBadge mode={modeOf(row.mode)} />,
              },
              {
                key: "days",
                header: t.market.daysHeader,
                numeric: true,
                cell: (row) => format.number(row.days),
              },
              {
                key: "points",
                header: t.privacy.points,
                numeric: true,
                cell: (row) => format.number(row.points),
              },
              {
                key: "period",
                header: t.privacy.period,
                wide: true,
                cell: (row) => `${format.day(row.first)} – ${format.day(row.last)}`,
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function ListingPage({ id }: { id: string }) {
  const t = useText();
  const format = useFormats();
  const listing = useQuery({
    queryKey: ["market", "listing", id],
    queryFn: ({ signal }) => api.marketplace.getListing({ id }, { signal }),
  });
  const certificate = useQuery({
    queryKey: ["market", "certificate", id],
    queryFn: ({ signal }) => api.marketplace.getListingCertificate({ id }, { signal }),
  });
  const bought = useBought(id);
  const data = listing.data;
  const restrictions = data?.access_rules.restrictions ?? [];
  return (
    <Page
      title={data?.title ?? t.market.kinds.listing}
      before={<Back />}
      actions={
        data &&
        (typeof data.purchases === "number" ? (
          data.status === "active" && <Withdraw kind="listing" id={id} />
        ) : (
          <Buy
            kind="listing"
            id={id}
            price={data.price}
            currency={data.currency}
            restrictions={restrictions}
            isPossible={data.readable && data.status === "active"}
          />
        ))
      }
    >
      <Loaded query={listing} height={200}>
        {(one) => (
          <Stack>
            {bought && <ReadRows id={id} purchase={bought} mayExport={!restrictions.includes("no-export")} />}
            <Card title={t.market.termsTitle}>
              <Facts
                rows={[
                  ...(one.description ? [[t.market.description, one.description] as const] : []),
                  [t.market.price, money(one.price, one.currency, format.language)],
                  [t.market.access, accessTime(one.access_rules.duration, t)],
                  [t.market.uses, format.number(one.access_rules.allowed_uses)],
                  [
                    t.market.rules,
                    restrictions.map((rule) => restrictionText(rule, t)).join(", ") || t.market.noRestriction,
                  ],
                  [t.market.rows, format.number(one.row_count)],
                ]}
              />
            </Card>
            <Card
              title={t.market.columns}
              description={t.market.certificateText}
              flush
              actions={
                certificate.data && (
                  <SaveDocument
                    document={certificate.data}
                    name={`${id}-certificate.json`}
                    label={t.market.saveFile}
                  />
                )
              }
            >
              <Columns of={one.columns ?? []} />
            </Card>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface OfferedColumn {
  column: string;
  type: string;
  unit?: string | null;
  null_count: number;
}

function Columns({ of }: { of: readonly OfferedColumn[] }) {
  const t = useText();
  const format = useFormats();
  return (
    <Table
      label={t.market.columns}
      rows={of}
      rowKey={(row) => row.column}
      columns={[
        { key: "name", header: t.datasets.column, cell: (row) => row.column },
        { key: "type", header: t.market.kind, cell: (row) => row.type },
        { key: "unit", header: t.datasets.unit, wide: true, cell: (row) => row.unit ?? "" },
        {
          key: "empty",
          header: t.datasets.empty,
          numeric: true,
          cell: (row) => format.number(row.null_count),
        },
      ]}
    />
  );
}

function ItemPage({ id }: { id: string }) {
  const t = useText();
  const format = useFormats();
  const item = useQuery({
    queryKey: ["market", "item", id],
    queryFn: ({ signal }) => api.marketplace.getOfferedItem({ id }, { signal }),
  });
  return (
    <Page
      title={item.data?.name ?? t.market.kinds.item}
      before={<Back />}
      actions={
        item.data && (
          <Buy
            kind="item"
            id={id}
            price={item.data.price}
            currency={item.data.currency}
            restrictions={[]}
            isPossible
          />
        )
      }
    >
      <Loaded query={item} height={160}>
        {(one) => (
          <Card title={t.market.termsTitle} description={t.market.itemText}>
            <Facts
              rows={[
                [t.market.description, one.description],
                [t.market.category, one.category],
                [t.market.price, money(one.price, one.currency, format.language)],
              ]}
            />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
