/** Two-step sign-in: set up, recovery codes, turn off. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Row } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { QrCode } from "../../ui/QrCode";
import { Loaded, Note, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import styles from "./Account.module.css";
import { Secret } from "./ApiKeys";

export function TwoStep() {
  const t = useText();
  const format = useFormats();
  const [open, setOpen] = useState<"on" | "off" | "codes">();
  const close = () => {
    setOpen(undefined);
    queryClient.invalidateQueries({ queryKey: ["totp"] });
  };
  const totp = useQuery({ queryKey: ["totp"], queryFn: ({ signal }) => api.auth.getTotpStatus({ signal }) });
  return (
    <Card title={t.account.totp}>
      <Loaded query={totp} height={80}>
        {({ enabled, recovery_codes_left }) => (
          <div className={styles.form}>
            <p className="muted">
              {enabled ? t.account.totpOn(format.number(recovery_codes_left)) : t.account.totpOff}
            </p>
            <Row>
              {enabled ? (
                <>
                  <Button onClick={() => setOpen("codes")}>{t.account.totpReplace}</Button>
                  <Button look="danger" onClick={() => setOpen("off")}>
                    {t.account.totpDisable}
                  </Button>
                </>
              ) : (
                <Button onClick={() => setOpen("on")}>{t.account.totpStart}</Button>
              )}
            </Row>
          </div>
        )}
      </Loaded>
      {open === "on" && <SetUp onClose={close} />}
      {open === "off" && <Proven act="off" onClose={close} />}
      {open === "codes" && <Proven act="codes" onClose={close} />}
    </Card>
  );
}

interface StepProps {
  title: string;
  onClose: () => void;
  submit: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (field: (name: string) => string) => void;
  children: ReactNode;
}

/** A dialog with one form. */
function Step({ title, onClose, submit, busy, error, onSubmit, children }: StepProps) {
  const t = useText();
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onSubmit((name) => String(data.get(name) ?? "").trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button look="primary" type="submit" form={id} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={send}>
        {children}
        {error && <Problem error={error} />}
      </form>
    </Dialog>
  );
}

function SetUp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const begin = useMutation({ mutationFn: (password: string) => api.auth.generateTotpSecret({ password }) });
  const confirm = useMutation({ mutationFn: (code: string) => api.auth.confirmTotp({ code }) });
  if (confirm.data) {
    return <Codes codes={confirm.data.recovery_codes} onClose={onClose} />;
  }
  if (!begin.data) {
    return (
      <Step
        title={t.account.totp}
        onClose={onClose}
        submit={t.account.continue}
        busy={begin.isPending}
        error={begin.error}
        onSubmit={(field) => begin.mutate(field("password"))}
      >
        <TextField
          label={t.account.current}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Step>
    );
  }
  return (
    <Step
      title={t.account.totp}
      onClose={onClose}
      submit={t.account.totpConfirm}
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={(field) => confirm.mutate(field("code"))}
    >
      <p>{t.account.totpScan}</p>
      <QrCode text={begin.data.uri} label={t.account.totpQr} />
      <Secret text={begin.data.secret} />
      <p>
        <a href={begin.data.uri}>{t.account.totpOpen}</a>
      </p>
      <TextField
        label={t.account.totpCode}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
      />
    </Step>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.account.totpCodes}
      sticky
      actions={
        <Button look="primary" onClick={onClose}>
          {t.account.totpDone}
        </Button>
      }
    >
      <Note tone="warn">{t.account.totpCodesText}</Note>
      <ul className={`${styles.secret} ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Actions that need the password and a code. */
function Proven({ act, onClose }: { act: "off" | "codes"; onClose: () => void }) {
  const t = useText();
  const { say } = useToasts();
  const run = useMutation({
    mutationFn: async (proof: { password: string; code: string }) => {
      if (act === "codes") {
        return (await api.auth.replaceRecoveryCodes(proof)).recovery_codes;
      }
      await api.auth.disableTotp(proof);
      return undefined;
    },
    onSuccess: (codes) => {
      if (!codes) {
        say(t.account.totpDisabled);
        onClose();
      }
    },
  });
  if (run.data) {
    return <Codes codes={run.data} onClose={onClose} />;
  }
  return (
    <Step
      title={act === "off" ? t.account.totpDisable : t.account.totpReplace}
      onClose={onClose}
      submit={act === "off" ? t.account.totpDisable : t.account.totpReplace}
      busy={run.isPending}
      error={run.error}
      onSubmit={(field) => run.mutate({ password: field("password"), code: field("code") })}
    >
      <p>{t.account.totpDisableText}</p>
      <TextField
        label={t.account.current}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <TextField label={t.account.totpCode} name="code" autoComplete="one-time-code" required />
    </Step>
  );
}
