/** Creates an account. */
import type { Body } from "@lockstep/client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { fieldError } from "../../../api/refusal";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { SelectField, TextField } from "../../../ui/Field";
import { Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import styles from "../Admin.module.css";
import { oneOf, ROLES, TIERS } from "./user";

export function NewUser({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const { say } = useToasts();
  const create = useMutation({
    mutationFn: (body: Body<"createUser">) => api.administration.createUser(body),
    onSuccess: ({ username }) => {
      say(t.admin.users.createDone(username));
      queryClient.invalidateQueries({ queryKey: ["admin", "users"] });
      close();
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const error = (name: string, meaning = name) => fieldError(create.error, name, t, meaning);
  const isShown = ["username", "email", "password"].some((name) => error(name) !== undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? "");
    create.mutate({
      username: field("username").trim(),
      email: field("email").trim(),
      password: field("password"),
      role: oneOf(ROLES, field("role")) ?? "user",
      tier: oneOf(TIERS, field("tier")) ?? "standard",
    });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t.admin.users.create}
      actions={
        <>
          <Button onClick={close}>{t.actions.cancel}</Button>
          <Button look="primary" type="submit" form={id} busy={create.isPending}>
            {t.admin.users.createAct}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <TextField
          label={t.admin.users.username}
          name="username"
          required
          autoComplete="off"
          error={error("username")}
        />
        <TextField
          label={t.admin.users.email}
          name="email"
          type="email"
          required
          autoComplete="off"
          error={error("email")}
        />
        <TextField
          label={t.admin.users.password}
          hint={t.admin.users.passwordHint}
          name="password"
          type="password"
          minLength={12}
          required
          autoComplete="new-password"
          error={error("password", "new_password")}
        />
        <RoleAndTier />
        {create.isError && !isShown && <Problem error={create.error} />}
      </form>
    </Dialog>
  );
}

/** The choices that a new and an existing account share. */
export function RoleAndTier({ role = "user", tier = "standard" }: { role?: string; tier?: string }) {
  const t = useText();
  return (
    <div className={styles.fields}>
      <SelectField label={t.admin.users.role} hint={t.admin.users.roleHint} name="role" defaultValue={role}>
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {t.admin.users.roles[one]}
          </option>
        ))}
      </SelectField>
      <SelectField label={t.admin.users.tier} hint={t.admin.users.tierHint} name="tier" defaultValue={tier}>
        {TIERS.map((one) => (
          <option key={one} value={one}>
            {t.admin.users.tiers[one]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
