/** Sends a command and follows it until the device has answered. */
import type { Body } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { RETRY_LIFETIME_MS, RepeatableRequest } from "../../api/repeatable";
import { useFormats } from "../../format";
import { readObject } from "../../json";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card, Stack } from "../../ui/Card";
import { SelectField, TextAreaField, TextField } from "../../ui/Field";
import { Fields, Form, Json, textOf } from "../../ui/Form";
import { Loaded, Problem } from "../../ui/State";
import { statusName } from "./Devices";
import styles from "./Devices.module.css";
import { sendCommand } from "./send";
import { type Command, isOpen, toneOf } from "./states";

const FOLLOW_MS = 1000;
const SHOWN = 20;
const EXPIRIES = [60, 600, 3600, 86_400] as const;

export function Commands({ device }: { device: string }) {
  const t = useText();
  const commands = useQuery({
    queryKey: ["devices", device, "commands"],
    queryFn: ({ signal }) => api.uadm.listUadmCommands({ device_id: device, limit: SHOWN }, { signal }),
    // A waiting command is requested again until it has ended.
    refetchInterval: (query) => (query.state.data?.data.some(isOpen) ? FOLLOW_MS : false),
  });
  return (
    <Stack>
      <Card title={t.devices.send} description={t.devices.sendText}>
        <Send device={device} />
      </Card>
      <Card title={t.devices.commands} flush>
        <Loaded query={commands} height={120}>
          {({ data }) =>
            data.length === 0 ? (
              <p className={styles.remark}>{t.devices.noCommands}</p>
            ) : (
              <ul className={styles.commands} aria-live="polite">
                {data.map((command) => (
                  <Sent key={command.command_id} command={command} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Stack>
  );
}

function Send({ device }: { device: string }) {
  const t = useText();
  const [isWrong, setWrong] = useState(false);
  const [request] = useState(() => new RepeatableRequest(RETRY_LIFETIME_MS));
  const send = useMutation({
    mutationFn: (body: Body<"controlUadmDevice">) => sendCommand(device, body, request),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["devices", device, "commands"] }),
  });
  const submit = (values: FormData) => {
    const parameters = readObject(textOf(values, "parameters"));
    setWrong(!parameters);
    if (parameters) {
      const expires = Number(values.get("expires"));
      send.mutate({
        command: textOf(values, "command"),
        parameters: parameters as Record<string, never>,
        expires_in: expires,
      });
    }
  };
  return (
    <Form onSubmit={submit}>
      <Fields>
        <TextField
          label={t.devices.command}
          name="command"
          required
          maxLength={128}
          placeholder="set_speed"
        />
        <SelectField label={t.devices.waits} name="expires">
          {EXPIRIES.map((seconds) => (
            <option key={seconds} value={seconds}>
              {t.devices.minutes(seconds / 60)}
            </option>
          ))}
        </SelectField>
      </Fields>
      <TextAreaField
        label={t.devices.parameters}
        name="parameters"
        rows={2}
        placeholder={'{"kmh": 8.5}'}
        error={isWrong ? t.devices.notAnObject : undefined}
      />
      {send.isError && <Problem error={send.error} />}
      <div>
        <Button type="submit" look="primary" busy={send.isPending}>
          {t.devices.send}
        </Button>
      </div>
    </Form>
  );
}

function Sent({ command }: { command: Command }) {
  const t = useText();
  const format = useFormats();
  const times = [
    t.devices.sentAt(format.dateTime(command.created_at)),
    command.finished_at ? t.devices.endedAt(format.time(command.finished_at)) : undefined,
    isOpen(command) ? t.devices.waitsUntil(format.dateTime(command.expires_at)) : undefined,
  ].filter(Boolean);
  return (
    <li>
      <div className={styles.commandHead}>
        <strong>{command.command}</strong>
        <Badge tone={toneOf(command.status)}>{statusName(command.status, t)}</Badge>
      </div>
      <Json value={command.parameters} />
      {command.result !== null && command.result !== undefined && (
        <div className={styles.answer}>
          <span className="muted">{t.devices.answer}</span> <Json value={command.result} />
        </div>
      )}
      <p className={styles.times}>{times.join(" · ")}</p>
    </li>
  );
}
