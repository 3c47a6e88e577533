/** The twin: the state that the owner wants, and the state that the device reports. */
import type { Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { mergePatch, readObject } from "../../json";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Row, Stack } from "../../ui/Card";
import { TextAreaField } from "../../ui/Field";
import { Form, Json, textOf } from "../../ui/Form";
import { Loaded, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import styles from "./Devices.module.css";

type DeviceTwin = Result<"getUadmTwin">;
const REFRESH_MS = 5000;

export function Twin({ device }: { device: string }) {
  const t = useText();
  const [isEdited, setEdited] = useState(false);
  const twin = useQuery({
    queryKey: ["devices", device, "twin"],
    queryFn: ({ signal }) => api.uadm.getUadmTwin({ device_id: device }, { signal }),
    refetchInterval: isEdited ? false : REFRESH_MS,
  });
  return (
    <Card
      title={t.devices.twin}
      description={t.devices.twinText}
      actions={
        !isEdited &&
        twin.data && (
          <Button small onClick={() => setEdited(true)}>
            {t.devices.editDesired}
          </Button>
        )
      }
    >
      <Loaded query={twin} height={160}>
        {(data) => (
          <Stack>
            {isEdited ? (
              <Edit device={device} twin={data} onClose={() => setEdited(false)} />
            ) : (
              <Half title={t.devices.desired} half={data.desired} />
            )}
            <Half title={t.devices.reported} half={data.reported} />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Half({ title, half }: { title: string; half: DeviceTwin["desired"] }) {
  const t = useText();
  const format = useFormats();
  return (
    <div>
      <h3 className={styles.half}>
        {title}
        <span className="muted">
          {half.updated_at ? ` · ${t.devices.version(half.version)} · ${format.ago(half.updated_at)}` : ""}
        </span>
      </h3>
      {half.version === 0 ? (
        <p className="muted">{t.devices.nothingYet}</p>
      ) : (
        <div className={styles.state}>
          <Json value={half.state} />
        </div>
      )}
    </div>
  );
}

function Edit({ device, twin, onClose }: { device: string; twin: DeviceTwin; onClose: () => void }) {
  const t = useText();
  const { say } = useToasts();
  const [isWrong, setWrong] = useState(false);
  const save = useMutation({
    mutationFn: (patch: Record<string, unknown>) =>
      api.uadm.updateUadmTwin(
        { device_id: device },
        { desired: patch as Record<string, never>, version: twin.desired.version },
      ),
    onSuccess: () => {
      say(t.devices.desiredSaved);
      queryClient.invalidateQueries({ queryKey: ["devices", device, "twin"] });
      onClose();
    },
  });
  const submit = (values: FormData) => {
    const wanted = readObject(textOf(values, "desired"));
    setWrong(!wanted);
    if (wanted) {
      save.mutate(mergePatch(twin.desired.state as Record<string, unknown>, wanted));
    }
  };
  return (
    <Form onSubmit={submit}>
      <TextAreaField
        label={t.devices.desired}
        name="desired"
        rows={8}
        defaultValue={JSON.stringify(twin.desired.state, null, 2)}
        error={isWrong ? t.devices.notAnObject : undefined}
      />
      {save.isError && <Problem error={save.error} />}
      <Row>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t.actions.save}
        </Button>
        <Button onClick={onClose}>{t.actions.cancel}</Button>
      </Row>
    </Form>
  );
}
