/** Replaces the secret of a webhook; the new secret is shown once. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { SelectField } from "../../../ui/Field";
import { Note, Problem } from "../../../ui/State";
import { Secret } from "../ApiKeys";
import type { Webhook } from "./webhook";

const HOUR_S = 3600;
const OVERLAPS = [0, HOUR_S, 24 * HOUR_S, 168 * HOUR_S] as const;
const DEFAULT_OVERLAP = 24 * HOUR_S;

export function RotateSecret({ of, onClose }: { of: Webhook | undefined; onClose: () => void }) {
  const t = useText();
  const [overlapSeconds, setOverlap] = useState<number>(DEFAULT_OVERLAP);
  const rotate = useMutation({
    mutationFn: (webhookId: string) => api.webhooks.rotateWebhookSecret({ webhookId }, { overlapSeconds }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const close = () => {
    rotate.reset();
    setOverlap(DEFAULT_OVERLAP);
    onClose();
  };
  return (
    <Dialog
      open={of !== undefined}
      onClose={close}
      title={t.webhooks.rotate}
      sticky={rotate.isSuccess}
      actions={
        rotate.data ? (
          <Button look="primary" onClick={close}>
            {t.actions.close}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" busy={rotate.isPending} onClick={() => of && rotate.mutate(of.id)}>
              {t.webhooks.rotateAct}
            </Button>
          </>
        )
      }
    >
      {rotate.data?.secret ? (
        <>
          <Note tone="warn">{t.webhooks.secretOnce}</Note>
          <Secret text={rotate.data.secret} />
        </>
      ) : (
        <>
          <p>{t.webhooks.rotateText}</p>
          <SelectField
            label={t.webhooks.overlap}
            value={overlapSeconds}
            onChange={({ target }) => setOverlap(Number(target.value))}
          >
            {OVERLAPS.map((seconds) => (
              <option key={seconds} value={seconds}>
                {t.webhooks.overlapHours(seconds / HOUR_S)}
              </option>
            ))}
          </SelectField>
          {rotate.isError && <Problem error={rotate.error} />}
        </>
      )}
    </Dialog>
  );
}
