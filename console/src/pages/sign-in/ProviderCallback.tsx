/** The page to which an OpenID provider sends the person: it finishes what the person went there for. */
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { api } from "../../api/client";
import { signInWithProvider } from "../../session";
import { useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Loading, Note } from "../../ui/State";
import { CodeField } from "./CodeField";
import { safeNext } from "./next";
import { type Arrival, type Purpose, takeArrival, takePurpose } from "./provider";
import { asksForCode, reason } from "./reason";
import styles from "./SignIn.module.css";

interface Finish {
  arrival: Extract<Arrival, { kind: "code" }>;
  purpose: Purpose;
  totp?: string;
}

/** Finishes at the server; returns the page to show. */
async function finish({ arrival: { state, code, iss }, purpose, totp }: Finish): Promise<string> {
  const callback = { state, code, ...(iss && { iss }) };
  if (purpose === "erasure") {
    const { provider } = await api.auth.confirmReauthentication(callback);
    // In quotes, so that the router reads a name of digits as a text, too.
    return `/privacy?confirmed=${encodeURIComponent(JSON.stringify(provider))}`;
  }
  if (purpose === "link") {
    await api.auth.confirmIdentityLink(callback);
    return "/account?tab=identities";
  }
  return safeNext(await signInWithProvider({ ...callback, ...(totp && { totp }) }));
}

export function ProviderCallback() {
  const t = useText();
  const router = useRouter();
  const [arrival, setArrival] = useState<Arrival>();
  const [purpose, setPurpose] = useState<Purpose>("sign-in");
  const attempt = useMutation({
    mutationFn: finish,
    meta: { showsRefusal: true },
    onSuccess: (next) => router.history.replace(next),
  });
  const { mutate } = attempt;
  useEffect(() => {
    document.title = `${t.signIn.title} · ${t.product}`;
  }, [t]);
  useEffect(() => {
    // The code works once, also if React runs the effect twice.
    const taken = takeArrival();
    if (taken?.kind === "code") {
      const noted = takePurpose();
      setPurpose(noted);
      mutate({ arrival: taken, purpose: noted });
    } else if (taken) {
      setPurpose(takePurpose());
    }
    setArrival((known) => taken ?? known ?? { kind: "incomplete" });
  }, [mutate]);
  const needsCode = arrival?.kind === "code" && attempt.isError && asksForCode(attempt.error);
  const hasCode = attempt.variables?.totp !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const totp = String(new FormData(event.currentTarget).get("totp") ?? "").trim();
    if (arrival?.kind === "code") {
      mutate({ arrival, purpose, totp });
    }
  };
  const problem = arrival && reason({ arrival, purpose, error: attempt.error, hasCode }, t);
  // After a wrong code, the server takes another one.
  const showsField = needsCode || hasCode;
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit} aria-labelledby="sign-in">
        <img src="/icon.svg" width="44" height="44" alt="" />
        <div className={styles.heading}>
          <h1 id="sign-in">{t.signIn.title}</h1>
        </div>
        {showsField && <CodeField />}
        {problem && (
          <div role="alert">
            <Note tone="bad">{problem}</Note>
          </div>
        )}
        {showsField && (
          <Button look="primary" type="submit" busy={attempt.isPending}>
            {t.signIn.verify}
          </Button>
        )}
        {!problem && !showsField && (
          <>
            <p className="muted">
              {purpose === "link" ? t.account.identities.finishing : t.signIn.provider.finishing}
            </p>
            <Loading height={40} />
          </>
        )}
        {problem && <Back purpose={purpose} />}
      </form>
    </main>
  );
}

function Back({ purpose }: { purpose: Purpose }) {
  const t = useText();
  switch (purpose) {
    case "erasure":
      return <ButtonLink to="/privacy">{t.signIn.provider.backToPrivacy}</ButtonLink>;
    case "link":
      return (
        <ButtonLink to="/account" search={{ tab: "identities" }}>
          {t.account.identities.back}
        </ButtonLink>
      );
    case "sign-in":
      return <ButtonLink to="/sign-in">{t.signIn.provider.back}</ButtonLink>;
  }
}
