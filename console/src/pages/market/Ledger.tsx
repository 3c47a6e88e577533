/** The balance, and each transfer. */
import type { Result } from "@lockstep/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Card, Stat, Stats } from "../../ui/Card";
import { More } from "../../ui/More";
import { Empty, Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { money } from "./offers";
import { ledgerQuery } from "./queries";

type Transfer = Result<"readLedger">["entries"][number];

export function Ledger() {
  const t = useText();
  const format = useFormats();
  const ledger = useInfiniteQuery(ledgerQuery);
  return (
    <Loaded query={ledger} height={240}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        return entries.length === 0 ? (
          <Card>
            <Empty icon="market" title={t.market.noTransfers}>
              {t.market.noTransfersText}
            </Empty>
          </Card>
        ) : (
          <>
            <Card title={t.market.balances} description={t.market.balancesText}>
              <Stats>
                {(pages[0]?.balances ?? []).map(({ currency, balance }) => (
                  <Stat
                    key={currency}
                    label={currency}
                    value={money(balance, currency, format.language)}
                    note={balance < 0 ? t.market.youOwe : t.market.youAreOwed}
                  />
                ))}
              </Stats>
            </Card>
            <Card title={t.market.transfers} flush>
              <Transfers entries={entries} footer={ledger.hasNextPage && <More list={ledger} />} />
            </Card>
          </>
        );
      }}
    </Loaded>
  );
}

function Transfers({ entries, footer }: { entries: readonly Transfer[]; footer: ReactNode }) {
  const t = useText();
  const format = useFormats();
  const types: Readonly<Record<string, string>> = t.market.transferTypes;
  return (
    <Table
      label={t.market.transfers}
      rows={entries}
      rowKey={(entry) => String(entry.id)}
      footer={footer}
      columns={[
        { key: "time", header: t.market.time, cell: (entry) => format.dateTime(entry.timestamp) },
        { key: "type", header: t.market.kind, cell: (entry) => types[entry.type] ?? entry.type },
        {
          key: "reference",
          header: t.market.reference,
          wide: true,
          cell: (entry) => <code>{entry.reference}</code>,
        },
        {
          key: "amount",
          header: t.market.amount,
          numeric: true,
          cell: (entry) => money(entry.amount, entry.currency, format.language),
        },
        {
          key: "balance",
          header: t.market.balance,
          numeric: true,
          wide: true,
          cell: (entry) => money(entry.balance, entry.currency, format.language),
        },
      ]}
    />
  );
}
