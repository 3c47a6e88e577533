/** The dialog that moves a series to another encryption mode. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName } from "../../series";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SelectField } from "../../ui/Field";
import { useLeaveWarning } from "../../ui/leave";
import { Note, Problem, Progress } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import { moveSeries, type PointStore, type TargetMode, targetsOf } from "./change-mode";

const PAGE = 10_000;
/** Encrypting a page for computations or proofs can take minutes. */
const TIMEOUT_S = 600;

function storeOf({ type, device, start, end }: StoredSeries): PointStore {
  const timeout = TIMEOUT_S * 1000;
  const range = { type, device, startDate: start, endDate: end, limit: PAGE };
  return {
    read: (cursor, signal) =>
      api.fitness.readPoints({ ...range, ...(cursor && { cursor }) }, { timeout, signal }),
    upload: (body, signal) => api.fitness.uploadPoints(body, { timeout, signal }),
  };
}

export function ChangeMode({ of, onClose }: { of: StoredSeries; onClose: () => void }) {
  const t = useText();
  const format = useFormats();
  const { say } = useToasts();
  const targets = targetsOf(of);
  const [mode, setMode] = useState<TargetMode>(targets[0] ?? "Basic");
  const [moved, setMoved] = useState(0);
  const stop = useRef<AbortController>(null);
  const move = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return moveSeries(storeOf(of), mode, setMoved, stop.current.signal);
    },
    onSuccess: (count) => {
      say(t.privacy.moved(format.number(count), t.privacy.modes[mode]));
      onClose();
    },
    onError: () => {
      if (stop.current?.signal.aborted) {
        say(t.privacy.moveStopped(format.number(moved)));
        onClose();
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["stored-series"] }),
  });
  useLeaveWarning(move.isPending);
  return (
    <Dialog
      open
      locked={move.isPending}
      onClose={onClose}
      title={t.privacy.changeMode}
      actions={
        <>
          <Button onClick={() => (move.isPending ? stop.current?.abort() : onClose())}>
            {move.isPending ? t.privacy.moveStop : t.actions.cancel}
          </Button>
          <Button look="primary" busy={move.isPending} onClick={() => move.mutate()}>
            {t.privacy.changeMode}
          </Button>
        </>
      }
    >
      <p>
        <strong>{seriesName(of.type, t)}</strong> · {of.device} · {format.day(of.start)} –{" "}
        {format.day(of.end)}
      </p>
      <SelectField
        label={t.privacy.newMode}
        hint={t.privacy.modeText[mode]}
        value={mode}
        disabled={move.isPending}
        onChange={({ target }) => setMode(targets.find((one) => one === target.value) ?? mode)}
      >
        {targets.map((one) => (
          <option key={one} value={one}>
            {t.privacy.modes[one]}
          </option>
        ))}
      </SelectField>
      <Note>{t.privacy.changeModeText}</Note>
      {move.isPending && (
        <>
          <Progress
            label={t.privacy.moving(format.number(moved))}
            share={moved > 0 ? Math.min(1, moved / of.count) : undefined}
          />
          <p className="muted num">{t.privacy.moving(format.number(moved))}</p>
        </>
      )}
      {move.isError && <Problem error={move.error} />}
    </Dialog>
  );
}
