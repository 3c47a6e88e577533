/** The purchases of the account, with receipts and refunds. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import { saveBlob } from "../../api/download";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Menu } from "../../ui/Menu";
import { More } from "../../ui/More";
import { Empty, Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import { OfferLink } from "./OfferLink";
import { mayRefund, money, type Purchase } from "./offers";
import { purchasesQuery } from "./queries";

/** Saves a signed document as a file. */
export function saveJson(document: unknown, name: string): void {
  saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: "application/json" }), name);
}

const TONES = { active: "good", used: "neutral", expired: "warn", refunded: "neutral" } as const;

export function Purchases() {
  const t = useText();
  const format = useFormats();
  const list = useInfiniteQuery(purchasesQuery);
  return (
    <Card title={t.market.tabs.purchases} description={t.market.purchasesText} flush>
      <Loaded query={list} height={200}>
        {({ pages }) => {
          const purchases = pages.flatMap((page) => page.purchases);
          return purchases.length === 0 ? (
            <Empty icon="market" title={t.market.noPurchases}>
              {t.market.noPurchasesText}
            </Empty>
          ) : (
            <Table<Purchase>
              label={t.market.tabs.purchases}
              rows={purchases}
              rowKey={(purchase) => purchase.id}
              footer={list.hasNextPage && <More list={list} />}
              columns={[
                { key: "offer", header: t.market.offer, cell: (purchase) => <Bought of={purchase} /> },
                {
                  key: "status",
                  header: t.market.status,
                  cell: (purchase) => (
                    <Badge tone={TONES[purchase.status]}>{t.market.purchaseStatuses[purchase.status]}</Badge>
                  ),
                },
                {
                  key: "uses",
                  header: t.market.usesLeft,
                  numeric: true,
                  wide: true,
                  cell: (purchase) => format.number(purchase.remainingUses),
                },
                {
                  key: "until",
                  header: t.market.until,
                  wide: true,
                  cell: (purchase) => format.day(purchase.expiresAt),
                },
                {
                  key: "price",
                  header: t.market.price,
                  numeric: true,
                  cell: (purchase) => money(purchase.price, purchase.currency, format.language),
                },
                {
                  key: "acts",
                  header: <span className="visually-hidden">{t.actions.moreActions}</span>,
                  numeric: true,
                  cell: (purchase) => <Acts of={purchase} />,
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

function Bought({ of }: { of: Purchase }) {
  const t = useText();
  const format = useFormats();
  const [kind, id] = of.tokenId
    ? (["token", of.tokenId] as const)
    : of.listingId
      ? (["listing", of.listingId] as const)
      : (["item", of.itemId ?? ""] as const);
  return <OfferLink kind={kind} id={id} title={`${t.market.kinds[kind]}, ${format.day(of.purchasedAt)}`} />;
}

function Acts({ of }: { of: Purchase }) {
  const t = useText();
  const { say, fail } = useToasts();
  const receipt = useMutation({
    mutationFn: () => api.marketplace.getPurchaseReceipt({ id: of.id }),
    onSuccess: (document) => saveJson(document, `${of.id}-receipt.json`),
    onError: fail,
  });
  const refund = useMutation({
    mutationFn: () => api.marketplace.refundPurchase({ id: of.id }),
    onSuccess: () => {
      say(t.market.refunded);
      queryClient.invalidateQueries({ queryKey: ["market"] });
    },
    onError: fail,
  });
  return (
    <Menu
      trigger={<IconButton icon="more" label={t.actions.moreActions} />}
      items={[
        { label: t.market.receipt, icon: "file", onSelect: () => receipt.mutate() },
        ...(mayRefund(of, Date.now())
          ? [{ label: t.market.refund, icon: "undo" as const, onSelect: () => refund.mutate() }]
          : []),
      ]}
    />
  );
}

/** Gives a signed document to the browser to save. */
export function SaveDocument({ document, name, label }: { document: unknown; name: string; label: string }) {
  return (
    <Button small icon="export" onClick={() => saveJson(document, name)}>
      {label}
    </Button>
  );
}
