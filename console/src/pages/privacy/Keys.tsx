/** The keys of the encryption modes, and the actions on each. */
import type { Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { IconButton } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Confirm } from "../../ui/Dialog";
import type { IconName } from "../../ui/Icon";
import { Menu } from "../../ui/Menu";
import { Empty, Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import { keysQuery } from "../keys/query";
import { actsOf, type KeyAct, shortKey } from "./key-acts";
import { ModeBadge, modeName } from "./modes";

type Key = Result<"listKeys">["keys"][number];

const ICONS: Record<KeyAct, IconName> = {
  rotate: "undo",
  suspend: "lock",
  resume: "check",
  destroy: "trash",
  keep: "check",
};

function act(name: KeyAct, keyId: string): Promise<unknown> {
  switch (name) {
    case "rotate":
      return api.encryption.rotateKey({ keyId });
    case "suspend":
      return api.encryption.suspendKey({ keyId });
    case "resume":
      return api.encryption.resumeKey({ keyId });
    case "destroy":
      return api.encryption.deleteKey({ keyId });
    case "keep":
      return api.encryption.cancelKeyDestruction({ keyId });
  }
}

export function Keys() {
  const t = useText();
  const keys = useQuery(keysQuery);
  return (
    <Card title={t.privacy.keys} description={t.privacy.keysText} flush>
      <Loaded query={keys} height={120}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon="key" title={t.privacy.noKeys}>
              {t.privacy.modeText.none}
            </Empty>
          ) : (
            <KeyTable keys={keys} />
          )
        }
      </Loaded>
    </Card>
  );
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const t = useText();
  const format = useFormats();
  const statuses: Readonly<Record<string, string>> = t.privacy.statuses;
  return (
    <Table
      label={t.privacy.keys}
      rows={keys}
      rowKey={(key) => key.keyId}
      columns={[
        {
          key: "key",
          header: t.privacy.key,
          cell: (key) => <code title={key.keyId}>{shortKey(key.keyId)}</code>,
        },
        {
          key: "mode",
          header: t.privacy.mode,
          under: true,
          cell: (key) => <ModeBadge mode={modeName(key.metadata.mode)} />,
        },
        {
          key: "status",
          header: t.privacy.status,
          cell: (key) => (
            <Badge tone={key.status === "active" ? "good" : "warn"}>
              {statuses[key.status] ?? key.status}
            </Badge>
          ),
        },
        {
          key: "scheme",
          header: "",
          wide: true,
          cell: (key) => <span className="muted">{key.metadata.scheme}</span>,
        },
        {
          key: "created",
          header: t.privacy.created,
          wide: true,
          cell: (key) => format.day(key.metadata.createdAt),
        },
        {
          key: "expires",
          header: t.privacy.expires,
          wide: true,
          cell: (key) => format.day(key.metadata.expiresAt),
        },
        { key: "acts", header: "", numeric: true, cell: (key) => <Acts of={key} /> },
      ]}
    />
  );
}

function Acts({ of }: { of: Key }) {
  const t = useText();
  const { say, fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const run = useMutation({
    mutationFn: (name: KeyAct) => act(name, of.keyId),
    onSuccess: (_, name) => {
      queryClient.invalidateQueries({ queryKey: ["keys"] });
      say(t.privacy.acted[name]);
      setAsked(false);
    },
    onError: fail,
  });
  const acts = actsOf(of.status, of.metadata.current ?? false);
  return acts.length === 0 ? null : (
    <>
      <Menu
        trigger={<IconButton icon="more" label={t.actions.moreActions} />}
        items={acts.map((name) => ({
          label: t.privacy[name],
          icon: ICONS[name],
          danger: name === "destroy",
          onSelect: () => (name === "destroy" ? setAsked(true) : run.mutate(name)),
        }))}
      />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t.privacy.destroyTitle}
        confirm={t.privacy.destroy}
        busy={run.isPending}
        onConfirm={() => run.mutate("destroy")}
      >
        <p>{t.privacy.destroyText}</p>
      </Confirm>
    </>
  );
}
