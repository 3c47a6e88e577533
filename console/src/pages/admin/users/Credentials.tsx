/** The sign-ins and API keys of an account; each can be revoked, and all at once. */
import type { Result } from "@lockstep/client";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Confirm } from "../../../ui/Dialog";
import { Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import type { User } from "./user";

type Credential = Result<"listCredentials">["credentials"][number];

const PAGE = 10;

export function Credentials({ user, canChange }: { user: User; canChange: boolean }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.users;
  const { say, fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const queryKey = ["admin", "credentials", user.id];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.administration.listCredentials({ userId: user.id, page: pageParam, limit: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
  });
  const done = () => queryClient.invalidateQueries({ queryKey });
  const revoke = useMutation({
    mutationFn: (credentialId: string) =>
      api.administration.revokeCredential({ userId: user.id, credentialId }),
    onSuccess: () => {
      say(texts.revoked);
      return done();
    },
    onError: fail,
  });
  const all = useMutation({
    mutationFn: () => api.administration.revokeCredentials({ userId: user.id }),
    onSuccess: ({ sessions, apiKeys, identities }) => {
      say(texts.revokedAll(format.number(sessions), format.number(apiKeys), format.number(identities)));
      setAsked(false);
      return done();
    },
    onError: fail,
  });
  const rows = list.data?.pages.flatMap((page) => page.credentials) ?? [];
  return (
    <Card
      title={texts.credentials}
      description={texts.credentialsText}
      flush
      actions={
        canChange &&
        rows.length > 0 && (
          <Button small look="danger" onClick={() => setAsked(true)}>
            {texts.revokeAll}
          </Button>
        )
      }
    >
      <Loaded query={list} height={100}>
        {() =>
          rows.length === 0 ? (
            <p className={styles.line}>{texts.noCredentials}</p>
          ) : (
            <List
              rows={rows}
              onRevoke={canChange ? revoke.mutate : undefined}
              footer={
                list.hasNextPage && (
                  <Button small busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                    {t.actions.more}
                  </Button>
                )
              }
            />
          )
        }
      </Loaded>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={texts.revokeAllTitle(user.username)}
        confirm={texts.revokeAll}
        busy={all.isPending}
        onConfirm={() => all.mutate()}
      >
        <p>{texts.revokeAllText}</p>
      </Confirm>
    </Card>
  );
}

interface ListProps {
  rows: readonly Credential[];
  onRevoke: ((id: string) => void) | undefined;
  footer: ReactNode;
}

function List({ rows, onRevoke, footer }: ListProps) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.users;
  return (
    <Table
      label={texts.credentials}
      rows={rows}
      rowKey={(one) => one.id}
      footer={footer}
      columns={[
        {
          key: "kind",
          header: texts.kind,
          cell: (one) => (
            <>
              {one.name ?? texts.kinds[one.kind]}
              <span className={styles.second}>
                {one.name ? texts.kinds[one.kind] : format.dateTime(one.createdAt)}
              </span>
            </>
          ),
        },
        {
          key: "scopes",
          header: texts.scopes,
          wide: true,
          cell: (one) => (one.scopes.length === 0 ? texts.everything : one.scopes.join(", ")),
        },
        { key: "used", header: texts.used, cell: (one) => format.ago(one.lastUsedAt) },
        { key: "expires", header: texts.expires, wide: true, cell: (one) => format.ago(one.expiresAt) },
        {
          key: "revoke",
          header: "",
          numeric: true,
          cell: (one) =>
            onRevoke && (
              <Button small look="ghost" onClick={() => onRevoke(one.id)}>
                {texts.revoke}
              </Button>
            ),
        },
      ]}
    />
  );
}
