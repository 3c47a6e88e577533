/** Verifies signed documents in the page, also without a network. Nothing that is entered here is sent. */
import type { DocumentVerification } from "@lockstep/client/documents";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Grid, Stack } from "../../ui/Card";
import { DropZone } from "../../ui/DropZone";
import { TextAreaField, TextField } from "../../ui/Field";
import { Fields, Form, textOf } from "../../ui/Form";
import { Loading, Note, Problem } from "../../ui/State";
import { type CodeMatch, expectedDigest, matchOf } from "./code";
import { grouped, isDocument, LARGEST, type TrustedKeys } from "./document";
import { Outcome } from "./Outcome";
import { TrustedKeysField, useTrustedKeys } from "./TrustedKeysField";
import styles from "./Verify.module.css";
import { verifier, verifierQuery } from "./verifier";

/** The document to verify, and the expectations of its reader. */
interface Question {
  text: string;
  keys: TrustedKeys;
  audience: string;
  nonce: string;
  /** The digest of a QR code that led to this page. */
  digest: string | undefined;
}

interface Answer {
  /** Null if the text is not a document. */
  verification: DocumentVerification | null;
  match: CodeMatch | undefined;
}

async function judge({ text, keys, audience, nonce, digest }: Question): Promise<Answer> {
  if (!isDocument(text)) {
    return { verification: null, match: undefined };
  }
  const verification = await verifier.verifyDocument(text, {
    ...keys,
    ...(audience && { audience }),
    ...(nonce && { nonce }),
  });
  return { verification, match: await matchOf(text, digest) };
}

/** The page without a session: the person who got a document may have no account. */
export function PublicVerify() {
  return (
    <main id="content" className={styles.public}>
      <Check isPublic />
    </main>
  );
}

export function Verify() {
  return <Check isPublic={false} />;
}

function Check({ isPublic }: { isPublic: boolean }) {
  const t = useText();
  const hash = useLocation({ select: (at) => at.hash });
  const digest = expectedDigest(hash);
  // Without a network these would wait for it.
  const result = useMutation({ mutationFn: judge, networkMode: "always" });
  return (
    <Page
      title={t.verify.title}
      description={t.verify.text}
      before={
        isPublic && (
          <Link to="/sign-in" search={{ next: "/verify" }} hash={hash}>
            {t.signIn.title}
          </Link>
        )
      }
    >
      <Ready />
      {digest && (
        <Note>
          {t.verify.codeText} <code>{grouped(digest)}</code>
        </Note>
      )}
      <Grid>
        <Card title={t.verify.questionTitle}>
          <Question
            isPublic={isPublic}
            digest={digest}
            busy={result.isPending}
            onChange={() => result.reset()}
            onAsk={(question) => result.mutate(question)}
          />
        </Card>
        <Card title={t.verify.resultTitle}>
          <div aria-live="polite">
            <Stack>
              {result.isIdle && <p className="muted">{t.verify.noResult}</p>}
              {result.isPending && <Loading height={80} />}
              {result.isError && <Problem error={result.error} />}
              {result.data?.match && (
                <Note tone={MATCH_TONES[result.data.match]}>{t.verify.codeMatches[result.data.match]}</Note>
              )}
              {result.data && <Outcome of={result.data.verification} />}
            </Stack>
          </div>
        </Card>
      </Grid>
    </Page>
  );
}

const MATCH_TONES = { same: "good", other: "bad", unknown: "warn" } as const;

/** Says whether the verifier is there, and that nothing leaves the page. */
function Ready() {
  const t = useText();
  const ready = useQuery(verifierQuery);
  if (ready.isError) {
    return <Problem error={ready.error} retry={() => ready.refetch()} />;
  }
  return ready.data ? <Note tone="good">{t.verify.ready}</Note> : <Note>{t.verify.loading}</Note>;
}

interface QuestionProps {
  isPublic: boolean;
  digest: string | undefined;
  busy: boolean;
  /** A given value changed: an earlier result is not about it. */
  onChange: () => void;
  onAsk: (question: Question) => void;
}

function Question({ isPublic, digest, busy, onChange, onAsk }: QuestionProps) {
  const t = useText();
  const [text, setText] = useState("");
  const chosen = useTrustedKeys(isPublic);
  const [isTooLarge, setTooLarge] = useState(false);
  const change = (given: string) => {
    setText(given);
    setTooLarge(false);
    onChange();
  };
  const read = async ([file]: Iterable<File>) => {
    if (file && file.size > LARGEST) {
      change("");
      setTooLarge(true);
    } else if (file) {
      change(await file.text());
    }
  };
  const ask = (values: FormData) => {
    if (chosen.keys) {
      onAsk({
        text,
        keys: chosen.keys,
        audience: textOf(values, "audience"),
        nonce: textOf(values, "nonce"),
        digest,
      });
    }
  };
  return (
    <Form onSubmit={ask}>
      <DropZone texts={t.verify.zone} onFiles={read} />
      <TextAreaField
        label={t.verify.document}
        rows={6}
        required
        spellCheck={false}
        autoComplete="off"
        error={isTooLarge ? t.verify.tooLarge : undefined}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <TrustedKeysField chosen={chosen} onChange={onChange} />
      <Fields>
        <TextField
          label={t.verify.audience}
          name="audience"
          hint={t.verify.audienceHint}
          maxLength={256}
          autoComplete="off"
          onChange={onChange}
        />
        <TextField
          label={t.verify.nonce}
          name="nonce"
          hint={t.verify.nonceHint}
          pattern="[A-Za-z0-9+\/]*=*"
          autoComplete="off"
          onChange={onChange}
        />
      </Fields>
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={!chosen.keys}>
          {t.verify.check}
        </Button>
      </div>
    </Form>
  );
}
