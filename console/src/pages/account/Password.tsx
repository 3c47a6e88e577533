/** Changes the password. */
import type { Body } from "@lockstep/client";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { fieldError } from "../../api/refusal";
import { useFormats } from "../../format";
import { accountQuery } from "../../session";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { CheckField, TextField } from "../../ui/Field";
import { Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import styles from "./Account.module.css";

export function Password() {
  const t = useText();
  const format = useFormats();
  const { say } = useToasts();
  const { data: account } = useSuspenseQuery(accountQuery);
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (body: Body<"changePassword">) => api.auth.changePassword(body),
    onSuccess: ({ sessions_revoked, api_keys_revoked }) => {
      say(t.account.changed(format.number(sessions_revoked), format.number(api_keys_revoked)));
      form.current?.reset();
      queryClient.invalidateQueries();
    },
  });
  const error = (name: string) => fieldError(change.error, name, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    change.mutate({
      current_password: String(data.get("current")),
      new_password: String(data.get("new")),
      keep_api_keys: data.has("keep"),
    });
  };
  return (
    <Card title={t.account.password} description={t.account.passwordText}>
      <form ref={form} className={styles.form} onSubmit={submit}>
        {/* Tells a password manager which password this is. */}
        <input type="text" autoComplete="username" value={account.username} readOnly hidden />
        <TextField
          label={t.account.current}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          error={error("current_password")}
        />
        <TextField
          label={t.account.new}
          name="new"
          type="password"
          autoComplete="new-password"
          minLength={12}
          required
          error={error("new_password")}
        />
        <CheckField label={t.account.keepKeys} hint={t.account.keepKeysHint} name="keep" />
        {change.isError && !error("current_password") && !error("new_password") && (
          <Problem error={change.error} />
        )}
        <div>
          <Button type="submit" busy={change.isPending}>
            {t.account.change}
          </Button>
        </div>
      </form>
    </Card>
  );
}
