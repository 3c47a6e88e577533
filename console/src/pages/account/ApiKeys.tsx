/** API keys: list, create, delete. */
import type { Body, Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { CopyButton } from "../../ui/Copy";
import { Confirm, Dialog } from "../../ui/Dialog";
import { SelectField, TextField } from "../../ui/Field";
import { Loaded, Note, Problem } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import { apiKeysQuery } from "../privacy/series-readers";
import styles from "./Account.module.css";
import { AREAS, rightsText, scopesOf } from "./key-scopes";

type Key = Result<"listApiKeys">["apiKeys"][number];

const DAYS = [90, 365, 0] as const;
const DAY_MS = 86_400_000;

export function ApiKeys() {
  const t = useText();
  const format = useFormats();
  const keys = useQuery(apiKeysQuery);
  const [isNew, setNew] = useState(false);
  const [deleted, setDeleted] = useState<Key>();
  return (
    <Card
      title={t.account.keys}
      description={t.account.keysText}
      flush
      actions={
        <Button icon="plus" small onClick={() => setNew(true)}>
          {t.account.newKey}
        </Button>
      }
    >
      <Loaded query={keys} height={100}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <p className={styles.empty}>{t.account.noKeys}</p>
          ) : (
            <Table
              label={t.account.keys}
              rows={apiKeys}
              rowKey={(key) => key.id}
              columns={[
                { key: "name", header: t.account.keyName, cell: (key) => key.name },
                {
                  key: "scopes",
                  header: t.account.keyScopes,
                  wide: true,
                  cell: (key) => (key.scopes.length === 0 ? t.account.keyAll : rightsText(key.scopes, t)),
                },
                { key: "used", header: t.account.lastUsed, cell: (key) => format.ago(key.lastUsedAt) },
                {
                  key: "expires",
                  header: t.account.expires,
                  cell: (key) => (key.expiresAt ? format.day(key.expiresAt) : t.account.keyNever),
                },
                {
                  key: "delete",
                  header: "",
                  numeric: true,
                  cell: (key) => (
                    <IconButton
                      icon="trash"
                      label={`${t.account.keyDelete}: ${key.name}`}
                      onClick={() => setDeleted(key)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <NewKey open={isNew} onClose={() => setNew(false)} />
      <Delete of={deleted} onClose={() => setDeleted(undefined)} />
    </Card>
  );
}

function NewKey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [isWithoutRights, setWithoutRights] = useState(false);
  const create = useMutation({
    mutationFn: (body: Body<"createApiKey">) => api.apiKeys.createApiKey(body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api-keys"] }),
  });
  const close = () => {
    create.reset();
    setWithoutRights(false);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const days = Number(data.get("days"));
    const scopes = scopesOf((area) => data.get(area));
    setWithoutRights(scopes.length === 0);
    if (scopes.length > 0) {
      create.mutate({
        name: String(data.get("name")),
        scopes,
        ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
      });
    }
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t.account.newKey}
      sticky={create.isSuccess}
      actions={
        create.data ? (
          <Button look="primary" onClick={close}>
            {t.actions.close}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" type="submit" form={id} busy={create.isPending}>
              {t.account.keyCreate}
            </Button>
          </>
        )
      }
    >
      {create.data ? (
        <>
          <Note tone="warn">{t.account.keySecret}</Note>
          <Secret text={create.data.key} />
        </>
      ) : (
        <form id={id} onSubmit={submit}>
          <TextField
            label={t.account.keyName}
            hint={t.account.keyNameHint}
            name="name"
            required
            maxLength={100}
          />
          <div className={styles.fields}>
            {AREAS.map((area) => (
              <SelectField
                key={area}
                label={t.account.areas[area]}
                name={area}
                defaultValue={area === "fitness" ? "read" : "none"}
              >
                {(["none", "read", "write"] as const).map((access) => (
                  <option key={access} value={access}>
                    {t.account.access[access]}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
          <SelectField label={t.account.keyExpiry} name="days">
            {DAYS.map((days) => (
              <option key={days} value={days}>
                {t.account.keyDays(days)}
              </option>
            ))}
          </SelectField>
          {isWithoutRights && (
            <div role="alert">
              <Note tone="bad">{t.account.keyWithoutRights}</Note>
            </div>
          )}
          {create.isError && <Problem error={create.error} />}
        </form>
      )}
    </Dialog>
  );
}

/** A secret that is shown once, with a button that copies it. */
export function Secret({ text }: { text: string }) {
  return (
    <>
      <div className={styles.secret}>{text}</div>
      <div>
        <CopyButton text={text} />
      </div>
    </>
  );
}

function Delete({ of, onClose }: { of: Key | undefined; onClose: () => void }) {
  const t = useText();
  const { say, fail } = useToasts();
  const remove = useMutation({
    mutationFn: (id: string) => api.apiKeys.deleteApiKey({ id }),
    onSuccess: () => {
      say(t.account.keyDeleted);
      queryClient.invalidateQueries({ queryKey: ["api-keys"] });
      onClose();
    },
    onError: fail,
  });
  return (
    <Confirm
      open={of !== undefined}
      onClose={onClose}
      title={t.account.keyDeleteTitle(of?.name ?? "")}
      confirm={t.account.keyDelete}
      busy={remove.isPending}
      onConfirm={() => of && remove.mutate(of.id)}
    >
      <p>{t.account.keyDeleteText}</p>
    </Confirm>
  );
}
