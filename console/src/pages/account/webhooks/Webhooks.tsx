/** Webhooks: list, create, change, pause, test, rotate the secret, delete. */
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useFormats } from "../../../format";
import { accountQuery } from "../../../session";
import { useText } from "../../../text";
import { Button, IconButton } from "../../../ui/Button";
import { Badge, Card } from "../../../ui/Card";
import { Confirm } from "../../../ui/Dialog";
import { Menu } from "../../../ui/Menu";
import { Empty, Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import { useToasts } from "../../../ui/Toast";
import { Deliveries } from "./Deliveries";
import { RotateSecret } from "./RotateSecret";
import { WebhookDialog } from "./WebhookDialog";
import styles from "./Webhooks.module.css";
import { scopesFor, type Webhook, webhooksQuery } from "./webhook";

/** `paused` is the state after the server stopped a webhook, `disabled` the state after its owner paused it. */
const TONES = { active: "good", paused: "bad", disabled: "neutral" } as const;

/** The dialog that is open, and the webhook that it is about. */
type Opened = { act: "deliveries" | "change" | "rotate" | "delete"; webhook: Webhook } | { act: "create" };

export function Webhooks() {
  const t = useText();
  const { data: account } = useSuspenseQuery(accountQuery);
  const webhooks = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const about = (act: string) =>
    opened && opened.act !== "create" && opened.act === act ? opened.webhook : undefined;
  return (
    <Card
      title={t.webhooks.title}
      description={t.webhooks.text}
      flush
      actions={
        <Button icon="plus" small onClick={() => setOpened({ act: "create" })}>
          {t.webhooks.create}
        </Button>
      }
    >
      <Loaded query={webhooks} height={120}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty icon="external" title={t.webhooks.none}>
              {t.webhooks.noneText}
            </Empty>
          ) : (
            <List webhooks={webhooks} onOpen={setOpened} />
          )
        }
      </Loaded>
      <WebhookDialog
        open={opened?.act === "create" || opened?.act === "change"}
        webhook={about("change")}
        scopes={scopesFor(account.role)}
        onClose={close}
      />
      <Deliveries of={about("deliveries")} onClose={close} />
      <RotateSecret of={about("rotate")} onClose={close} />
      <Delete of={about("delete")} onClose={close} />
    </Card>
  );
}

function List({ webhooks, onOpen }: { webhooks: readonly Webhook[]; onOpen: (opened: Opened) => void }) {
  const t = useText();
  const format = useFormats();
  return (
    <Table
      label={t.webhooks.title}
      rows={webhooks}
      rowKey={(one) => one.id}
      columns={[
        { key: "url", header: t.webhooks.url, cell: (one) => <Address of={one} onOpen={onOpen} /> },
        { key: "status", header: t.webhooks.status, cell: (one) => <Status of={one} /> },
        {
          key: "events",
          header: t.webhooks.events,
          wide: true,
          cell: (one) => <Events names={one.eventTypes} />,
        },
        {
          key: "delivered",
          header: t.webhooks.lastDelivered,
          wide: true,
          cell: (one) => format.ago(one.lastDeliveredAt),
        },
        {
          key: "pending",
          header: t.webhooks.pending,
          numeric: true,
          wide: true,
          cell: (one) => format.number(one.pendingDeliveries),
        },
        {
          key: "acts",
          header: "",
          numeric: true,
          cell: (one) => <Acts of={one} onOpen={onOpen} />,
        },
      ]}
    />
  );
}

function Address({ of, onOpen }: { of: Webhook; onOpen: (opened: Opened) => void }) {
  const t = useText();
  return (
    <div className={styles.address}>
      <button
        type="button"
        className={styles.open}
        onClick={() => onOpen({ act: "deliveries", webhook: of })}
      >
        {of.description || of.url || t.webhooks.unreadable}
      </button>
      {of.description && <span className="muted">{of.url}</span>}
    </div>
  );
}

/** The first events, and how many more there are. */
function Events({ names }: { names: readonly string[] }) {
  const t = useText();
  const [first = "", ...others] = names;
  return (
    <span title={names.join(", ")}>
      <code>{first}</code>
      {others.length > 0 && <span className="muted"> {t.webhooks.more(String(others.length))}</span>}
    </span>
  );
}

function Status({ of }: { of: Webhook }) {
  const t = useText();
  const format = useFormats();
  return (
    <div className={styles.address}>
      <span>
        <Badge tone={TONES[of.status]}>{t.webhooks.statuses[of.status]}</Badge>
      </span>
      {of.reason ? (
        <span className="muted">{t.webhooks.reasons[of.reason]}</span>
      ) : (
        of.failingSince && <span className="muted">{t.webhooks.failing(format.ago(of.failingSince))}</span>
      )}
    </div>
  );
}

function Acts({ of, onOpen }: { of: Webhook; onOpen: (opened: Opened) => void }) {
  const t = useText();
  const { say, fail } = useToasts();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["webhooks"] });
  const test = useMutation({
    mutationFn: () => api.webhooks.testWebhook({ webhookId: of.id }),
    onSuccess: () => {
      refresh();
      onOpen({ act: "deliveries", webhook: of });
    },
    onError: fail,
  });
  const isActive = of.status === "active";
  const toggle = useMutation({
    mutationFn: () => api.webhooks.updateWebhook({ webhookId: of.id }, { active: !isActive }),
    onSuccess: () => {
      say(isActive ? t.webhooks.paused : t.webhooks.resumed);
      refresh();
    },
    onError: fail,
  });
  const name = of.description || of.url || of.id;
  return (
    <Menu
      trigger={<IconButton icon="more" label={`${t.actions.moreActions}: ${name}`} />}
      items={[
        {
          label: t.webhooks.deliveries,
          icon: "clock",
          onSelect: () => onOpen({ act: "deliveries", webhook: of }),
        },
        { label: t.webhooks.test, icon: "bolt", onSelect: test.mutate, disabled: test.isPending },
        { label: t.webhooks.change, icon: "admin", onSelect: () => onOpen({ act: "change", webhook: of }) },
        {
          label: isActive ? t.webhooks.pause : t.webhooks.resume,
          icon: isActive ? "minus" : "check",
          onSelect: toggle.mutate,
          disabled: toggle.isPending,
        },
        { label: t.webhooks.rotate, icon: "key", onSelect: () => onOpen({ act: "rotate", webhook: of }) },
        "line",
        {
          label: t.actions.delete,
          icon: "trash",
          danger: true,
          onSelect: () => onOpen({ act: "delete", webhook: of }),
        },
      ]}
    />
  );
}

function Delete({ of, onClose }: { of: Webhook | undefined; onClose: () => void }) {
  const t = useText();
  const { say, fail } = useToasts();
  const remove = useMutation({
    mutationFn: (webhookId: string) => api.webhooks.deleteWebhook({ webhookId }),
    onSuccess: () => {
      say(t.webhooks.deleted);
      queryClient.invalidateQueries({ queryKey: ["webhooks"] });
      onClose();
    },
    onError: fail,
  });
  return (
    <Confirm
      open={of !== undefined}
      onClose={onClose}
      title={t.webhooks.deleteTitle}
      confirm={t.actions.delete}
      busy={remove.isPending}
      onConfirm={() => of && remove.mutate(of.id)}
    >
      <p className={styles.url}>{of?.url ?? of?.id}</p>
      <p>{t.webhooks.deleteText}</p>
    </Confirm>
  );
}
