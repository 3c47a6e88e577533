/** The deliveries of a webhook as the server sends them, with a button that sends one again. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Badge } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { Segmented } from "../../../ui/Field";
import { Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import styles from "./Webhooks.module.css";
import { type Delivery, isPending, type Webhook } from "./webhook";

const PAGE = 20;
const FOLLOW_MS = 2000;
const TONES = { pending: "info", delivered: "good", failed: "bad" } as const;
const CHOICES = ["all", "pending", "delivered", "failed"] as const;
type Choice = (typeof CHOICES)[number];

export function Deliveries({ of, onClose }: { of: Webhook | undefined; onClose: () => void }) {
  const t = useText();
  const { say, fail } = useToasts();
  const test = useMutation({
    mutationFn: (webhookId: string) => api.webhooks.testWebhook({ webhookId }),
    onSuccess: () => {
      say(t.webhooks.tested);
      queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    },
    onError: fail,
  });
  return (
    <Dialog
      open={of !== undefined}
      onClose={onClose}
      wide
      title={t.webhooks.deliveries}
      actions={
        <>
          <Button icon="bolt" busy={test.isPending} onClick={() => of && test.mutate(of.id)}>
            {t.webhooks.test}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t.actions.close}
          </Button>
        </>
      }
    >
      {of && <List of={of} />}
    </Dialog>
  );
}

function List({ of }: { of: Webhook }) {
  const t = useText();
  const [choice, setChoice] = useState<Choice>("all");
  const list = useInfiniteQuery({
    queryKey: ["webhooks", of.id, "deliveries", choice],
    queryFn: ({ pageParam, signal }) =>
      api.webhooks.listWebhookDeliveries(
        { webhookId: of.id, page: pageParam, limit: PAGE, ...(choice !== "all" && { status: choice }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some(isPending)) ? FOLLOW_MS : false,
  });
  return (
    <>
      <p className={styles.url}>{of.url}</p>
      <div>
        <Segmented
          label={t.webhooks.status}
          value={choice}
          onChange={setChoice}
          options={CHOICES.map((value) => ({ value, label: t.webhooks.choices[value] }))}
        />
      </div>
      <Loaded query={list} height={160}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.deliveries);
          return rows.length === 0 ? (
            <p className="muted">{t.webhooks.noDeliveries}</p>
          ) : (
            <Rows of={of} rows={rows} more={list.hasNextPage ? () => list.fetchNextPage() : undefined} />
          );
        }}
      </Loaded>
    </>
  );
}

interface RowsProps {
  of: Webhook;
  rows: readonly Delivery[];
  more: (() => void) | undefined;
}

function Rows({ of, rows, more }: RowsProps) {
  const t = useText();
  const format = useFormats();
  return (
    <div className={styles.deliveries}>
      <Table
        label={t.webhooks.deliveries}
        rows={rows}
        rowKey={(one) => one.id}
        columns={[
          {
            key: "event",
            header: t.webhooks.event,
            cell: (one) => (
              <div className={styles.address}>
                <code>{one.eventType}</code>
                <span className="muted">{format.dateTime(one.createdAt)}</span>
              </div>
            ),
          },
          { key: "status", header: t.webhooks.status, cell: (one) => <State of={one} /> },
          {
            key: "attempts",
            header: t.webhooks.attempts,
            numeric: true,
            wide: true,
            cell: (one) => format.number(one.attempts),
          },
          { key: "resend", header: "", numeric: true, cell: (one) => <Resend of={of} delivery={one} /> },
        ]}
        footer={
          more && (
            <Button small onClick={more}>
              {t.actions.more}
            </Button>
          )
        }
      />
    </div>
  );
}

function State({ of }: { of: Delivery }) {
  const t = useText();
  const format = useFormats();
  const cause = [
    of.error && t.webhooks.errors[of.error],
    of.statusCode && `HTTP ${of.statusCode}`,
    of.durationMs !== null && of.durationMs !== undefined && `${format.number(of.durationMs)} ms`,
    of.nextAttemptAt && of.attempts > 0 && t.webhooks.next(format.ago(of.nextAttemptAt)),
  ].filter(Boolean);
  return (
    <div className={styles.address}>
      <span>
        <Badge tone={TONES[of.status]}>{t.webhooks.deliveryStatuses[of.status]}</Badge>
      </span>
      {cause.length > 0 && <span className="muted">{cause.join(" · ")}</span>}
    </div>
  );
}

function Resend({ of, delivery }: { of: Webhook; delivery: Delivery }) {
  const t = useText();
  const { say, fail } = useToasts();
  const resend = useMutation({
    mutationFn: () => api.webhooks.resendWebhookDelivery({ webhookId: of.id, deliveryId: delivery.id }),
    onSuccess: () => {
      say(t.webhooks.resent);
      queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    },
    onError: fail,
  });
  return (
    <Button small busy={resend.isPending} onClick={() => resend.mutate()}>
      {t.webhooks.resend}
    </Button>
  );
}
