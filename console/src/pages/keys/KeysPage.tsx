/** The keys of the encryption modes: generation, and actions on each key with their effects. */
import type { Body, Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import { Badge, Card, Facts } from "../../ui/Card";
import { Confirm, Dialog } from "../../ui/Dialog";
import { SelectField } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Menu } from "../../ui/Menu";
import { Empty, Loaded, Note, Problem } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import { Secret } from "../account/ApiKeys";
import { shortKey } from "../privacy/key-acts";
import { ModeBadge, modeName } from "../privacy/modes";
import { ACTS, type Act, actsFor } from "./acts";
import { keysQuery } from "./query";

type Key = Result<"listKeys">["keys"][number];

export function KeysPage() {
  const t = useText();
  const [isNew, setNew] = useState(false);
  const keys = useQuery(keysQuery);
  return (
    <Page
      title={t.keys.title}
      description={t.keys.text}
      actions={
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          {t.keys.generate}
        </Button>
      }
    >
      <Card flush>
        <Loaded query={keys} height={200}>
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
      <Card title={t.keys.meansTitle}>
        <Facts rows={ACTS.map((act) => [t.keys.acts[act], t.keys.means[act]] as const)} />
      </Card>
      <Generate open={isNew} onClose={() => setNew(false)} />
    </Page>
  );
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const t = useText();
  const format = useFormats();
  const statuses: Readonly<Record<string, string>> = t.privacy.statuses;
  return (
    <Table
      label={t.keys.title}
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
        { key: "scheme", header: t.keys.scheme, wide: true, cell: (key) => key.metadata.scheme },
        {
          key: "use",
          header: t.keys.use,
          under: true,
          cell: (key) => (key.metadata.current ? t.keys.current : t.keys.former),
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
          cell: (key) => format.day(key.metadata.destroyAt ?? key.metadata.expiresAt),
        },
        {
          key: "acts",
          header: <span className="visually-hidden">{t.actions.moreActions}</span>,
          numeric: true,
          cell: (key) => <KeyActs of={key} />,
        },
      ]}
    />
  );
}

function run(act: Act, keyId: string): Promise<unknown> {
  switch (act) {
    case "rotate":
      return api.encryption.rotateKey({ keyId });
    case "suspend":
      return api.encryption.suspendKey({ keyId });
    case "resume":
      return api.encryption.resumeKey({ keyId });
    case "revoke":
      return api.encryption.revokeKey({ keyId });
    case "destroy":
      return api.encryption.deleteKey({ keyId });
    case "keep":
      return api.encryption.cancelKeyDestruction({ keyId });
  }
}

/** Every action on a key explains its effect first. */
function KeyActs({ of }: { of: Key }) {
  const t = useText();
  const { say, fail } = useToasts();
  const [asked, setAsked] = useState<Act>();
  const change = useMutation({
    mutationFn: (act: Act) => run(act, of.keyId),
    onSuccess: () => {
      say(t.keys.changed);
      queryClient.invalidateQueries({ queryKey: ["keys"] });
      setAsked(undefined);
    },
    onError: fail,
  });
  const acts = actsFor(of.status, of.metadata.current);
  return acts.length === 0 ? null : (
    <>
      <Menu
        trigger={<IconButton icon="more" label={t.actions.moreActions} />}
        items={acts.map((act) => ({
          label: t.keys.acts[act],
          danger: act === "destroy" || act === "revoke",
          onSelect: () => setAsked(act),
        }))}
      />
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? `${t.keys.acts[asked]}: ${shortKey(of.keyId)}` : ""}
        confirm={asked ? t.keys.acts[asked] : ""}
        look={asked === "destroy" || asked === "revoke" ? "danger" : "primary"}
        busy={change.isPending}
        onConfirm={() => asked && change.mutate(asked)}
      >
        <p>{asked && t.keys.means[asked]}</p>
      </Confirm>
    </>
  );
}

/** FHE keys have megabytes: they are not shown. */
const LONGEST_SHOWN = 10_000;
const MODES = ["Basic", "FHE", "ZK"] as const;

function Generate({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const format = useFormats();
  const create = useMutation({
    mutationFn: (body: Body<"generateKey">) => api.encryption.generateKey(body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["keys"] }),
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const key = create.data;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t.keys.generate}
      sticky={key !== undefined}
      actions={
        key ? (
          <Button look="primary" onClick={close}>
            {t.actions.close}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" type="submit" form={id} busy={create.isPending}>
              {t.keys.generate}
            </Button>
          </>
        )
      }
    >
      {key ? (
        <>
          <Note tone="good">{t.keys.generated}</Note>
          <Facts
            rows={[
              [t.privacy.key, <code key="id">{key.metadata.keyId}</code>],
              [t.keys.scheme, key.metadata.scheme],
              [t.privacy.expires, format.day(key.metadata.expiresAt)],
            ]}
          />
          <Note tone="warn">{t.keys.secretText}</Note>
          {key.privateKey.length <= LONGEST_SHOWN && <Secret text={key.privateKey} />}
        </>
      ) : (
        <Form id={id} onSubmit={(values) => create.mutate({ mode: String(values.get("mode")) })}>
          <SelectField label={t.privacy.mode} name="mode">
            {MODES.map((mode) => (
              <option key={mode} value={mode}>
                {`${t.privacy.modes[mode]}: ${t.datasets.modeText[mode]}`}
              </option>
            ))}
          </SelectField>
          <p className="muted">{t.keys.generateText}</p>
          {create.isError && <Problem error={create.error} />}
        </Form>
      )}
    </Dialog>
  );
}
