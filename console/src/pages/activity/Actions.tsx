/** Renames, annotates and deletes an activity. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button, IconButton } from "../../ui/Button";
import { Confirm, Dialog } from "../../ui/Dialog";
import { TextAreaField, TextField } from "../../ui/Field";
import { Menu } from "../../ui/Menu";
import { Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import type { Details } from "./ActivityPage";

export function ActivityActions({ activity }: { activity: Details }) {
  const t = useText();
  const [open, setOpen] = useState<"edit" | "delete">();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={t.actions.moreActions} look="secondary" />}
        items={[
          { label: t.activities.edit, icon: "file", onSelect: () => setOpen("edit") },
          { label: t.activities.delete, icon: "trash", danger: true, onSelect: () => setOpen("delete") },
        ]}
      />
      <Edit activity={activity} open={open === "edit"} onClose={close} />
      <Delete activity={activity} open={open === "delete"} onClose={close} />
    </>
  );
}

interface Part {
  activity: Details;
  open: boolean;
  onClose: () => void;
}

function Edit({ activity, open, onClose }: Part) {
  const t = useText();
  const form = useId();
  const { say } = useToasts();
  const save = useMutation({
    mutationFn: (change: { name: string; notes: string | null }) =>
      api.activities.updateActivity({ id: activity.id }, change),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ["activities"] });
      say(t.activities.saved);
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    // The server refuses an empty text: null removes the notes.
    save.mutate({ name: String(data.get("name")), notes: String(data.get("notes")).trim() || null });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.activities.edit}
      actions={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending}>
            {t.actions.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t.activities.editName}
          name="name"
          defaultValue={activity.name}
          required
          maxLength={200}
        />
        <TextAreaField
          label={t.activities.editNotes}
          name="notes"
          defaultValue={activity.notes ?? ""}
          rows={5}
        />
      </form>
      {save.isError && <Problem error={save.error} />}
    </Dialog>
  );
}

function Delete({ activity, open, onClose }: Part) {
  const t = useText();
  const navigate = useNavigate();
  const { say, fail } = useToasts();
  const remove = useMutation({
    mutationFn: () => api.activities.deleteActivity({ id: activity.id }),
    onSuccess: async () => {
      say(t.activities.deleted);
      // This page would ask for the deleted activity again.
      await navigate({ to: "/activities" });
      queryClient.removeQueries({ queryKey: ["activities", "one", activity.id] });
      queryClient.invalidateQueries();
    },
    onError: fail,
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t.activities.deleteTitle}
      confirm={t.activities.delete}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>{t.activities.deleteText}</p>
    </Confirm>
  );
}
