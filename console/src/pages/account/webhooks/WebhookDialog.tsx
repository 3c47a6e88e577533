/** Creates or changes a webhook: its address, the accounts and the events that it receives. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { CheckField, SelectField, TextField } from "../../../ui/Field";
import { Loaded, Note, Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import { Secret } from "../ApiKeys";
import styles from "./Webhooks.module.css";
import {
  changesOf,
  creationOf,
  type Draft,
  type EventType,
  eventAreas,
  eventTypesQuery,
  readDraft,
  type Scope,
  type Webhook,
} from "./webhook";

interface WebhookDialogProps {
  open: boolean;
  /** The webhook to change; without it, a webhook is created. */
  webhook: Webhook | undefined;
  scopes: readonly Scope[];
  onClose: () => void;
}

export function WebhookDialog({ open, webhook, scopes, onClose }: WebhookDialogProps) {
  const t = useText();
  const { say } = useToasts();
  const id = useId();
  const types = useQuery({ ...eventTypesQuery, enabled: open });
  const [isEmpty, setEmpty] = useState(false);
  const close = () => {
    store.reset();
    setEmpty(false);
    onClose();
  };
  const store = useMutation({
    mutationFn: (draft: Draft) =>
      webhook
        ? api.webhooks.updateWebhook({ webhookId: webhook.id }, changesOf(webhook, draft))
        : api.webhooks.createWebhook(creationOf(draft)),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ["webhooks"] });
      if (webhook) {
        say(t.webhooks.changed);
        close();
      }
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = readDraft(new FormData(event.currentTarget), types.data?.eventTypes ?? []);
    setEmpty(draft.events.size === 0);
    if (draft.events.size > 0) {
      store.mutate(draft);
    }
  };
  const secret = webhook ? undefined : store.data?.secret;
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      sticky={secret !== undefined}
      title={webhook ? t.webhooks.changeTitle : t.webhooks.create}
      actions={
        secret ? (
          <Button look="primary" onClick={close}>
            {t.actions.close}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" type="submit" form={id} busy={store.isPending} disabled={!types.data}>
              {webhook ? t.actions.save : t.webhooks.createAct}
            </Button>
          </>
        )
      }
    >
      {secret ? (
        <>
          <Note tone="warn">{t.webhooks.secretOnce}</Note>
          <Secret text={secret} />
          <p className="muted">{t.webhooks.secretUse}</p>
        </>
      ) : (
        <Loaded query={types} height={320}>
          {({ eventTypes }) => (
            <form id={id} onSubmit={submit}>
              <Fields webhook={webhook} scopes={scopes} types={eventTypes} isEmpty={isEmpty} />
              {store.isError && <Problem error={store.error} />}
            </form>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

interface FieldsProps {
  webhook: Webhook | undefined;
  scopes: readonly Scope[];
  types: readonly EventType[];
  isEmpty: boolean;
}

function Fields({ webhook, scopes, types, isEmpty }: FieldsProps) {
  const t = useText();
  const [scope, setScope] = useState<Scope>(webhook?.scope ?? "own");
  return (
    <>
      <TextField
        label={t.webhooks.url}
        hint={t.webhooks.urlHint}
        name="url"
        type="url"
        required
        pattern="https://.*"
        placeholder="https://hooks.example/lockstep"
        maxLength={2048}
        defaultValue={webhook?.url ?? ""}
      />
      <TextField
        label={t.webhooks.description}
        name="description"
        maxLength={256}
        defaultValue={webhook?.description ?? ""}
      />
      {scopes.length > 1 && !webhook ? (
        <SelectField
          label={t.webhooks.scope}
          name="scope"
          value={scope}
          onChange={({ target }) => setScope(target.value === "administration" ? "administration" : "own")}
        >
          {scopes.map((one) => (
            <option key={one} value={one}>
              {t.webhooks.scopes[one]}
            </option>
          ))}
        </SelectField>
      ) : (
        <input type="hidden" name="scope" value={scope} />
      )}
      <EventChoice key={scope} types={types} scope={scope} chosen={webhook?.eventTypes ?? []} />
      {isEmpty && <Note tone="bad">{t.webhooks.noEvents}</Note>}
    </>
  );
}

interface EventChoiceProps {
  types: readonly EventType[];
  scope: Scope;
  chosen: readonly string[];
}

function EventChoice({ types, scope, chosen }: EventChoiceProps) {
  const t = useText();
  return (
    <fieldset className={styles.choice}>
      <legend>{t.webhooks.events}</legend>
      <p className="muted">{t.webhooks.eventsHint}</p>
      <div className={styles.areas}>
        {eventAreas(types, scope).map(({ area, events }) => (
          <fieldset key={area} className={styles.area}>
            <legend>{t.webhooks.areas[area as keyof typeof t.webhooks.areas] ?? area}</legend>
            {events.map((event) => (
              <CheckField
                key={event.name}
                name="event"
                value={event.name}
                label={<code>{event.name}</code>}
                hint={event.description}
                defaultChecked={chosen.includes(event.name)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
