/** Registers a device; one that takes commands gets credentials, which are shown once. */
import type { Result } from "@lockstep/client";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Facts } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { CheckField, SelectField, TextField } from "../../ui/Field";
import { Fields, Form, textOf } from "../../ui/Form";
import { Note, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import { Secret } from "../account/ApiKeys";
import { MODES, type ModeName } from "../privacy/modes";

type Credentials = Result<"rotateUadmCredentials">;

const LOWER = { none: "none", Basic: "basic", FHE: "fhe", ZK: "zk" } as const;

async function register(values: FormData): Promise<Credentials | undefined> {
  const [name, type] = [textOf(values, "name"), textOf(values, "type")];
  const mode = textOf(values, "mode") as ModeName;
  if (values.get("commands") === null) {
    await api.devices.registerDevice({
      name,
      type,
      capabilities: [],
      ...(mode !== "none" && { encryptionMode: mode }),
    });
    return undefined;
  }
  const device = await api.uadm.registerUadmDevice({ name, device_type: type, encryption_mode: LOWER[mode] });
  return device.credentials;
}

export function NewDevice({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const { say } = useToasts();
  const create = useMutation({
    mutationFn: register,
    onSuccess: (credentials) => {
      queryClient.invalidateQueries({ queryKey: ["devices"] });
      if (!credentials) {
        say(t.devices.registered);
        onClose();
      }
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t.devices.register}
      sticky={create.data !== undefined}
      actions={
        create.data ? (
          <Button look="primary" onClick={close}>
            {t.actions.close}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" type="submit" form={id} busy={create.isPending}>
              {t.devices.register}
            </Button>
          </>
        )
      }
    >
      {create.data ? (
        <ShownCredentials of={create.data} />
      ) : (
        <Form id={id} onSubmit={(values) => create.mutate(values)}>
          <Fields>
            <TextField label={t.devices.name} name="name" required maxLength={256} />
            <TextField label={t.devices.type} hint={t.devices.typeHint} name="type" required maxLength={64} />
          </Fields>
          <SelectField label={t.devices.mode} name="mode" hint={t.devices.modeHint}>
            {MODES.map((mode) => (
              <option key={mode} value={mode}>
                {t.privacy.modes[mode]}
              </option>
            ))}
          </SelectField>
          <CheckField
            label={t.devices.takesCommandsLabel}
            hint={t.devices.takesCommandsHint}
            name="commands"
            defaultChecked
          />
          {create.isError && <Problem error={create.error} />}
        </Form>
      )}
    </Dialog>
  );
}

/** Credentials for MQTT: the server keeps only a digest of the password. */
export function ShownCredentials({ of }: { of: Credentials }) {
  const t = useText();
  return (
    <>
      <Note tone="warn">{t.devices.credentialsText}</Note>
      <Facts
        rows={[
          [t.devices.userName, <code key="user">{of.username}</code>],
          [t.devices.topic, <code key="topic">{of.topic}</code>],
        ]}
      />
      <Secret text={of.password} />
    </>
  );
}
