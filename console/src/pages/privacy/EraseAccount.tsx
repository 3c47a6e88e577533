/** Erases the person's own account: the plan, the proof, and the receipt. */
import type { Body, Result } from "@lockstep/client";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { api } from "../../api/client";
import { failure, holdPage } from "../../api/query";
import { useFormats } from "../../format";
import { accountQuery, endSession } from "../../session";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Facts } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { useStay } from "../../ui/leave";
import { Loaded, Note, Problem } from "../../ui/State";
import { Receipt, saveReceipt } from "../admin/users/Receipt";
import { leaveFor, providersQuery } from "../sign-in/Providers";
import { callbackAddress, notePurpose } from "../sign-in/provider";
import styles from "./EraseAccount.module.css";
import privacy from "./Privacy.module.css";

type Proof = Body<"deleteAccount">;
type Answer = Result<"deleteAccount">;

const route = getRouteApi("/shell/privacy");

/** Removing many measurements takes minutes. */
const TIMEOUT_MS = 3_600_000;

export function EraseAccount() {
  const t = useText();
  // The person comes back from the provider, where the dialog led.
  const { confirmed } = route.useSearch();
  const [isOpen, setOpen] = useState(confirmed !== undefined);
  return (
    <Card title={t.erasure.title}>
      <div className={privacy.form}>
        <p>{t.erasure.text}</p>
        <div>
          <Button look="danger" icon="trash" onClick={() => setOpen(true)}>
            {t.erasure.act}
          </Button>
        </div>
      </div>
      {isOpen && <EraseDialog confirmed={confirmed} onCancel={() => setOpen(false)} />}
    </Card>
  );
}

interface EraseDialogProps {
  /** The provider at which the person signed in again. */
  confirmed: string | undefined;
  onCancel: () => void;
}

function EraseDialog({ confirmed, onCancel }: EraseDialogProps) {
  const t = useText();
  const form = useId();
  const navigate = useNavigate();
  const { data: account } = useSuspenseQuery(accountQuery);
  const [typed, setTyped] = useState("");
  const hold = useRef(() => {});
  useEffect(() => () => hold.current(), []);
  const erase = useMutation({
    mutationFn: async (proof: Proof) => {
      // The session ends before the answer arrives: a request that is refused before then must not remove the receipt.
      hold.current = holdPage();
      try {
        // The account is gone after the first request: a repeated one would hide its answer.
        return await api.auth.deleteAccount(proof, { timeout: TIMEOUT_MS, maxRetries: 0 });
      } catch (error) {
        hold.current();
        throw error;
      }
    },
    // Saved at once, because the page cannot request it again.
    onSuccess: save,
  });
  const answer = erase.data;
  useStay(erase.isPending || answer !== undefined);
  if (answer) {
    const leave = () => {
      hold.current();
      endSession();
      navigate({ to: "/sign-in", ignoreBlocker: true });
    };
    return <Erased answer={answer} onLeave={leave} />;
  }
  const name = account.username || account.id;
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t.erasure.title}
      locked={erase.isPending}
      actions={
        <>
          <Button disabled={erase.isPending} onClick={onCancel}>
            {t.actions.cancel}
          </Button>
          <Button look="danger" type="submit" form={form} busy={erase.isPending} disabled={typed !== name}>
            {t.erasure.act}
          </Button>
        </>
      }
    >
      <Plan />
      <ProofForm id={form} confirmed={confirmed} onSubmit={erase.mutate}>
        <TextField
          label={t.erasure.type(name)}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </ProofForm>
      <div role="status">{erase.isPending && <Note>{t.erasure.running}</Note>}</div>
      {erase.isError && <Failed error={erase.error} />}
    </Dialog>
  );
}

/** The data that the erasure destroys, and the data that remain. */
function Plan() {
  const t = useText();
  const format = useFormats();
  const plan = useQuery({
    queryKey: ["erasure-plan"],
    queryFn: ({ signal }) => api.agents.getErasurePlan({ signal }),
    staleTime: 0,
  });
  const kinds: Readonly<Record<string, string>> = t.erasure.kinds;
  return (
    <Loaded query={plan} height={160}>
      {({ destroyed, remains, horizon }) => (
        <div className={styles.plan}>
          <h3>{t.erasure.destroyed}</h3>
          <Facts
            rows={destroyed.map(({ kind, count }) => [kinds[kind] ?? kind, format.number(count)] as const)}
          />
          <h3>{t.erasure.remains}</h3>
          <ul className={styles.remains}>
            {remains.map((sentence) => (
              <li key={sentence}>{t.erasure.sentences[sentence] ?? sentence}</li>
            ))}
          </ul>
          <p className="muted">{t.erasure.horizon(format.day(horizon))}</p>
        </div>
      )}
    </Loaded>
  );
}

interface ProofFormProps {
  id: string;
  confirmed: string | undefined;
  onSubmit: (proof: Proof) => void;
  children: ReactNode;
}

/** The password or a new sign-in at a provider, and the code of an account with two-step sign-in. */
function ProofForm({ id, confirmed, onSubmit, children }: ProofFormProps) {
  const t = useText();
  const totp = useQuery({ queryKey: ["totp"], queryFn: ({ signal }) => api.auth.getTotpStatus({ signal }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const code = String(data.get("code") ?? "").trim();
    const password = data.get("password");
    onSubmit({ ...(password !== null && { password: String(password) }), ...(code && { code }) });
  };
  return (
    <form id={id} onSubmit={submit}>
      {confirmed === undefined && (
        <TextField
          label={t.erasure.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <SignInAgain confirmed={confirmed} />
      {totp.data?.enabled && (
        <TextField label={t.erasure.code} name="code" autoComplete="one-time-code" required />
      )}
      {children}
    </form>
  );
}

/** Signs in again at a linked provider: no person knows the password of an account that a provider made. */
function SignInAgain({ confirmed }: { confirmed: string | undefined }) {
  const t = useText();
  const linked = useQuery({
    queryKey: ["identities"],
    queryFn: ({ signal }) => api.auth.listIdentities({ signal }),
  });
  const providers = useQuery(providersQuery);
  const begin = useMutation({
    mutationFn: async (provider: string) => {
      const redirect_uri = callbackAddress(location.origin);
      const begun = await api.auth.createReauthentication({ provider, redirect_uri });
      notePurpose("erasure");
      leaveFor(begun.authorization_url);
    },
  });
  const names = new Set(linked.data?.identities.map(({ provider }) => provider));
  const usable = (providers.data ?? []).filter(({ name }) => names.has(name));
  // The address can name anything: only a linked provider is shown.
  const label = usable.find(({ name }) => name === confirmed)?.label;
  return (
    <>
      {label !== undefined && <Note tone="good">{t.erasure.confirmed(label)}</Note>}
      {usable.map(({ name, label }) => (
        <div key={name}>
          <Button busy={begin.isPending && begin.variables === name} onClick={() => begin.mutate(name)}>
            {confirmed === undefined ? t.erasure.again(label) : t.signIn.provider.with(label)}
          </Button>
        </div>
      ))}
      {begin.isError && <Problem error={begin.error} />}
    </>
  );
}

/** Explains a refusal; after a lost connection or an error of the server, the account may be erased nevertheless. */
function Failed({ error }: { error: Error }) {
  const t = useText();
  const mayContinue = ["connection", "server"].includes(failure(error).kind);
  return (
    <>
      <Problem error={error} />
      {mayContinue && <Note tone="warn">{t.erasure.lost}</Note>}
    </>
  );
}

/** The receipt. Nothing closes it by accident: it is shown once. */
function Erased({ answer, onLeave }: { answer: Answer; onLeave: () => void }) {
  const t = useText();
  const { receipt, receipt_id } = answer;
  return (
    <Dialog
      open
      onClose={onLeave}
      title={t.erasure.doneTitle}
      locked
      actions={
        <>
          {receipt && (
            <Button icon="export" onClick={() => save(answer)}>
              {t.erasure.save}
            </Button>
          )}
          <Button look="primary" onClick={onLeave}>
            {t.erasure.leave}
          </Button>
        </>
      }
    >
      <Note tone={receipt ? "good" : "warn"}>
        {receipt ? t.erasure.done : t.erasure.doneLater(receipt_id)}
      </Note>
      {receipt && <Receipt id={receipt_id} document={receipt} />}
    </Dialog>
  );
}

function save({ receipt, receipt_id }: Answer): void {
  if (receipt) {
    saveReceipt(receipt_id, receipt);
  }
}
