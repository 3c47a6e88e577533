/** One account: its figures, its role and tier, its credentials, and what cannot be undone. */
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client";
import { queryClient } from "../../../api/query";
import { useFormats } from "../../../format";
import { accountQuery } from "../../../session";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Facts, Row } from "../../../ui/Card";
import { Confirm, Dialog } from "../../../ui/Dialog";
import { TextField } from "../../../ui/Field";
import { Note, Problem } from "../../../ui/State";
import { useToasts } from "../../../ui/Toast";
import { UnusualSignIns } from "../../account/UnusualSignIns";
import styles from "../Admin.module.css";
import { useMayChange } from "../access";
import { Credentials } from "./Credentials";
import { EraseUser } from "./EraseUser";
import { RoleAndTier } from "./NewUser";
import { actsOn, type User, userChange } from "./user";

interface Props {
  user: User | undefined;
  onChange: (user: User) => void;
  onClose: () => void;
}

export function UserDialog({ user, onChange, onClose }: Props) {
  const mayChange = useMayChange();
  const canChange = mayChange && user?.status !== "deleted";
  return (
    <Dialog open={user !== undefined} onClose={onClose} title={user?.username || (user?.id ?? "")} wide>
      {user && (
        <>
          <Figures user={user} />
          {canChange && <Edit user={user} onChange={onChange} />}
          {user.status !== "deleted" && (
            <>
              <UnusualSignIns user={user.id} />
              <Credentials user={user} canChange={canChange} />
            </>
          )}
          {canChange && <Acts user={user} onChange={onChange} onClose={onClose} />}
        </>
      )}
    </Dialog>
  );
}

function Figures({ user }: { user: User }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.users;
  return (
    <>
      {user.damagedFields && user.damagedFields.length > 0 && (
        <Note tone="bad">{texts.damagedText(user.damagedFields.join(", "))}</Note>
      )}
      <Facts
        rows={[
          [texts.id, <code key="id">{user.id}</code>],
          [texts.status, texts.statuses[user.status]],
          [texts.created, format.dateTime(user.createdAt)],
          [texts.lastActive, user.lastActive ? format.dateTime(user.lastActive) : texts.never],
          [texts.totp, user.totpEnabled ? texts.on : texts.off],
          [
            `${texts.series} · ${texts.keys} · ${texts.agents}`,
            [user.datastreams, user.encryptionKeys, user.agents]
              .map((count) => format.number(count))
              .join(" · "),
          ],
        ]}
      />
    </>
  );
}

function Edit({ user, onChange }: { user: User; onChange: (user: User) => void }) {
  const t = useText();
  const { say } = useToasts();
  const save = useUpdate(user, onChange, () => say(t.admin.users.saved));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = userChange(user, (name) => String(data.get(name) ?? ""));
    if (Object.keys(body).length > 0) {
      save.mutate(body);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h3>{t.admin.users.edit}</h3>
      <TextField label={t.admin.users.email} name="email" type="email" defaultValue={user.email} required />
      <RoleAndTier role={user.role} tier={user.tier} />
      {save.isError && <Problem error={save.error} />}
      <div>
        <Button type="submit" busy={save.isPending}>
          {t.actions.save}
        </Button>
      </div>
    </form>
  );
}

function useUpdate(user: User, onChange: (user: User) => void, then: () => void) {
  return useMutation({
    mutationFn: (body: ReturnType<typeof userChange>) =>
      api.administration.updateUser({ userId: user.id }, body),
    onSuccess: (changed) => {
      queryClient.invalidateQueries({ queryKey: ["admin", "users"] });
      onChange(changed);
      then();
    },
  });
}

function Acts({ user, onChange, onClose }: Required<Props> & { user: User }) {
  const t = useText();
  const texts = t.admin.users;
  const { say, fail } = useToasts();
  const { data: account } = useSuspenseQuery(accountQuery);
  const acts = actsOn(user, account.id);
  const [asked, setAsked] = useState<"suspend" | "totp" | "erase">();
  const isActive = user.status === "active";
  const status = useUpdate(user, onChange, () => {
    setAsked(undefined);
    say(isActive ? texts.suspended : texts.resumed);
  });
  const totp = useMutation({
    mutationFn: () => api.administration.deleteUserTotp({ userId: user.id }),
    onSuccess: ({ reset, sessionsRevoked }) => {
      setAsked(undefined);
      onChange({ ...user, totpEnabled: false });
      queryClient.invalidateQueries({ queryKey: ["admin"] });
      say(reset ? texts.totpReset(String(sessionsRevoked)) : texts.noTotp);
    },
    onError: fail,
  });
  return (
    <>
      {user.id === account.id && <OwnAccount />}
      <Row end>
        {acts.includes("totp") && <Button onClick={() => setAsked("totp")}>{texts.resetTotp}</Button>}
        <Button
          busy={status.isPending}
          onClick={() =>
            isActive ? setAsked("suspend") : status.mutate({ status: "active" }, { onError: fail })
          }
        >
          {isActive ? texts.suspend : texts.resume}
        </Button>
        {acts.includes("erase") && (
          <Button look="danger" onClick={() => setAsked("erase")}>
            {texts.erase}
          </Button>
        )}
      </Row>
      <Confirm
        open={asked === "suspend"}
        onClose={() => setAsked(undefined)}
        title={texts.suspendTitle(user.username)}
        confirm={texts.suspend}
        busy={status.isPending}
        onConfirm={() => status.mutate({ status: "suspended" }, { onError: fail })}
      >
        <p>{texts.suspendText}</p>
      </Confirm>
      <Confirm
        open={asked === "totp"}
        onClose={() => setAsked(undefined)}
        title={texts.resetTotpTitle(user.username)}
        confirm={texts.resetTotp}
        busy={totp.isPending}
        onConfirm={() => totp.mutate()}
      >
        <p>{texts.resetTotpText}</p>
      </Confirm>
      <EraseUser user={user} open={asked === "erase"} onCancel={() => setAsked(undefined)} onDone={onClose} />
    </>
  );
}

/** Leads to the pages that ask for the owner's proof. */
function OwnAccount() {
  const t = useText();
  return (
    <Note>
      <p>{t.admin.users.ownText}</p>
      <p>
        <Link to="/account" search={{ tab: "security" }}>
          {t.account.tabs.security}
        </Link>
        {" · "}
        <Link to="/privacy">{t.erasure.act}</Link>
      </p>
    </Note>
  );
}
