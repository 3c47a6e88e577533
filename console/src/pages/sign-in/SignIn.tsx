/** Signing in: name and password, then a code if the account has TOTP. */
import { AuthenticationError } from "@lockstep/client";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { explainShortly } from "../../api/refusal";
import { signIn } from "../../session";
import { type Catalogue, useText } from "../../text";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { Note } from "../../ui/State";
import { CodeField } from "./CodeField";
import { safeNext } from "./next";
import { Providers } from "./Providers";
import styles from "./SignIn.module.css";

const route = getRouteApi("/sign-in");

interface Given {
  username: string;
  password: string;
  totp: string | undefined;
}

export function SignIn() {
  const t = useText();
  const { next, ended } = route.useSearch();
  const router = useRouter();
  const [given, setGiven] = useState<Given>();
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    document.title = `${t.signIn.title} · ${t.product}`;
  }, [t]);
  const attempt = useMutation({
    mutationFn: ({ username, password, totp }: Given) => signIn(username, password, totp),
    meta: { showsRefusal: true },
    // The part after `#` says what the page checks, and no server may see it.
    onSuccess: () => router.history.push(safeNext(next) + location.hash),
    onError: (error) => {
      if (error instanceof AuthenticationError && error.code === "TOTP_REQUIRED") {
        setNeedsCode(true);
      }
    },
  });
  const error = refusal(attempt.error, given, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const all: Given =
      needsCode && given
        ? { ...given, totp: text("totp").trim() }
        : { username: text("username").trim(), password: text("password"), totp: undefined };
    setGiven(all);
    attempt.mutate(all);
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit} aria-labelledby="sign-in">
        <img src="/icon.svg" width="44" height="44" alt="" />
        <div className={styles.heading}>
          <h1 id="sign-in">{t.signIn.title}</h1>
          <p className="muted">{t.signIn.subtitle}</p>
        </div>
        {ended && !attempt.error && !needsCode && <Note>{t.signIn.ended}</Note>}
        {needsCode ? <CodeField /> : <NameFields t={t} />}
        {error && (
          <div role="alert">
            <Note tone="bad">{error}</Note>
          </div>
        )}
        <Button look="primary" type="submit" busy={attempt.isPending}>
          {needsCode ? t.signIn.verify : t.signIn.submit}
        </Button>
        {needsCode && (
          <Button
            look="ghost"
            onClick={() => {
              setNeedsCode(false);
              attempt.reset();
            }}
          >
            {t.signIn.back}
          </Button>
        )}
        {!needsCode && <Providers next={next} />}
      </form>
    </main>
  );
}

function NameFields({ t }: { t: Catalogue }) {
  return (
    <>
      <TextField label={t.signIn.username} name="username" autoComplete="username" required autoFocus />
      <TextField
        label={t.signIn.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
    </>
  );
}

/** Returns the message about a refused attempt; none while the page asks for the code. */
function refusal(error: Error | null, given: Given | undefined, t: Catalogue): string | undefined {
  if (!error) {
    return undefined;
  }
  if (error instanceof AuthenticationError) {
    if (error.code === "TOTP_REQUIRED") {
      return undefined;
    }
    return given?.totp === undefined ? t.signIn.wrong : t.signIn.wrongCode;
  }
  return explainShortly(error, t);
}
