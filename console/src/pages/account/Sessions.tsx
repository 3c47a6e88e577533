/** The sign-ins of the account; each can be ended. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";

const PAGE = 10;

export function Sessions() {
  const t = useText();
  const format = useFormats();
  const { say, fail } = useToasts();
  const list = useInfiniteQuery({
    queryKey: ["sessions"],
    queryFn: ({ pageParam, signal }) => api.auth.listSessions({ page: pageParam, limit: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
  });
  const end = useMutation({
    mutationFn: (id: string) => api.auth.revokeSession({ id }),
    onSuccess: () => {
      say(t.account.ended);
      queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
    onError: fail,
  });
  return (
    <Card title={t.account.sessions} description={t.account.sessionsText} flush>
      <Loaded query={list} height={140}>
        {({ pages }) => (
          <Table
            label={t.account.sessions}
            rows={pages.flatMap((page) => page.sessions)}
            rowKey={(session) => session.id}
            columns={[
              {
                key: "started",
                header: t.account.started,
                cell: (session) => format.dateTime(session.created_at),
              },
              {
                key: "used",
                header: t.account.lastUsed,
                under: true,
                cell: (session) =>
                  session.current ? (
                    <Badge tone="accent">{t.account.this}</Badge>
                  ) : (
                    format.ago(session.last_used_at)
                  ),
              },
              {
                key: "expires",
                header: t.account.expires,
                wide: true,
                cell: (session) => format.ago(session.expires_at),
              },
              {
                key: "end",
                header: "",
                numeric: true,
                cell: (session) =>
                  session.current ? null : (
                    <Button small look="ghost" onClick={() => end.mutate(session.id)}>
                      {t.account.end}
                    </Button>
                  ),
              },
            ]}
            footer={
              list.hasNextPage && (
                <Button small busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                  {t.actions.more}
                </Button>
              )
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
