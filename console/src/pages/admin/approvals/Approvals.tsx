/** Offers of measurements whose price needs the approval of an administrator. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { type Formats, useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { type Catalogue, useText } from "../../../text";
import { Button, ButtonLink } from "../../../ui/Button";
import { Card, Facts } from "../../../ui/Card";
import { Confirm } from "../../../ui/Dialog";
import { More } from "../../../ui/More";
import { Empty, Loaded, Note } from "../../../ui/State";
import { type Column, Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import { money, restrictionText, type Token } from "../../market/offers";
import { useMayChange } from "../access";

const PAGE = 50;
const KEY = ["admin", "approvals"];

export function Approvals() {
  const t = useText();
  const texts = t.admin.approvals;
  const format = useFormats();
  const mayChange = useMayChange();
  const [asked, setAsked] = useState<Token>();
  const list = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) =>
      api.marketplace.listPendingTokens({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return (
    <Page
      title={texts.title}
      description={texts.text}
      actions={<ButtonLink to="/admin/settings">{texts.threshold}</ButtonLink>}
    >
      {!mayChange && <Note>{t.admin.common.readOnly}</Note>}
      <Card flush>
        <Loaded query={list} height={200}>
          {({ pages }) => {
            const tokens = pages.flatMap((page) => page.tokens);
            return tokens.length === 0 ? (
              <Empty icon="check" title={texts.none}>
                {texts.noneText}
              </Empty>
            ) : (
              <Table<Token>
                label={texts.title}
                rows={tokens}
                rowKey={(token) => token.id}
                footer={list.hasNextPage && <More list={list} />}
                columns={columns(t, format, mayChange ? setAsked : undefined)}
              />
            );
          }}
        </Loaded>
      </Card>
      <Approve token={asked} onClose={() => setAsked(undefined)} />
    </Page>
  );
}

function columns(
  t: Catalogue,
  format: Formats,
  onApprove: ((token: Token) => void) | undefined,
): Column<Token>[] {
  const texts = t.admin.approvals;
  return [
    { key: "id", header: t.market.offer, cell: (token) => <code>{token.id}</code> },
    {
      key: "points",
      header: t.privacy.points,
      numeric: true,
      wide: true,
      cell: (token) => format.number(token.points),
    },
    {
      key: "rules",
      header: t.market.rules,
      wide: true,
      cell: (token) => rulesOf(token, t),
    },
    {
      key: "price",
      header: t.market.price,
      numeric: true,
      cell: (token) => money(token.price, token.currency, format.language),
    },
    ...(onApprove
      ? [
          {
            key: "approve",
            header: <span className="visually-hidden">{texts.approve}</span>,
            numeric: true,
            cell: (token: Token) => (
              <Button small aria-label={`${texts.approve}: ${token.id}`} onClick={() => onApprove(token)}>
                {texts.approve}
              </Button>
            ),
          },
        ]
      : []),
  ];
}

function rulesOf({ restrictions }: Token, t: Catalogue): string {
  return restrictions.map((one) => restrictionText(one, t)).join(", ") || t.market.noRestriction;
}

function Approve({ token, onClose }: { token: Token | undefined; onClose: () => void }) {
  const t = useText();
  const texts = t.admin.approvals;
  const format = useFormats();
  const { say, fail } = useToasts();
  const approve = useMutation({
    mutationFn: (tokenId: string) => api.marketplace.approveDataToken({ tokenId }),
    onSuccess: () => {
      say(texts.approved);
      onClose();
    },
    onError: fail,
    // Also after a refusal: the seller may have withdrawn the offer, or another administrator has approved it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const price = token ? money(token.price, token.currency, format.language) : "";
  return (
    <Confirm
      open={token !== undefined}
      onClose={onClose}
      title={texts.approveTitle(price)}
      confirm={texts.approve}
      look="primary"
      busy={approve.isPending}
      onConfirm={() => token && approve.mutate(token.id)}
    >
      {token && (
        <Facts
          rows={[
            [t.market.offer, <code key="id">{token.id}</code>],
            [t.privacy.points, format.number(token.points)],
            [t.market.rules, rulesOf(token, t)],
          ]}
        />
      )}
      <p>{texts.approveText}</p>
    </Confirm>
  );
}
