/** Checks a signed document: the server verifies signatures, statement and proof. */
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Facts, Stack } from "../../ui/Card";
import { TextField } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Note, Problem } from "../../ui/State";
import { readDocument, type SignedDocument } from "./claim";

/** A document of a claim has some kilobytes; a larger file is another one. */
const LARGEST = 8_000_000;

interface Checked {
  document: SignedDocument | undefined;
  holds: boolean;
  reason: string;
  says: Record<string, unknown>;
  signedAt: string;
}

async function check(file: File): Promise<Checked> {
  const document = file.size > LARGEST ? undefined : readDocument(await file.text());
  if (!document) {
    return { document, holds: false, reason: "", says: {}, signedAt: "" };
  }
  const { verified, reason, says, signedAt } = await api.encryption.verifyDocument(document);
  return { document, holds: verified, reason: reason ?? "", says: says ?? {}, signedAt: signedAt ?? "" };
}

export function Verify() {
  const t = useText();
  const verify = useMutation({ mutationFn: check });
  const submit = (values: FormData) => {
    const file = values.get("file");
    if (file instanceof File) {
      verify.mutate(file);
    }
  };
  return (
    <Card title={t.prove.verifyTitle} description={t.prove.verifyText}>
      <Stack>
        <Form onSubmit={submit}>
          <TextField label={t.prove.file} name="file" type="file" accept=".json,application/json" required />
          <div>
            <Button type="submit" busy={verify.isPending}>
              {t.prove.verify}
            </Button>
          </div>
        </Form>
        {verify.isError && <Problem error={verify.error} />}
        {verify.data && <Outcome of={verify.data} />}
        <p className="muted">{t.prove.offline}</p>
      </Stack>
    </Card>
  );
}

function Outcome({ of }: { of: Checked }) {
  const t = useText();
  if (!of.document) {
    return <Note tone="bad">{t.prove.noClaim}</Note>;
  }
  const { document, says } = of;
  if (!of.holds) {
    return (
      <>
        <Note tone="bad">{t.prove.fails}</Note>
        <p className="muted">{of.reason}</p>
      </>
    );
  }
  const said = (name: string) => String(says[name] ?? "–");
  return (
    <>
      <Note tone="good">{t.prove.holds}</Note>
      {"statement" in says && <p>{said("statement")}</p>}
      <Facts
        rows={[
          [t.prove.audience, document.audience || t.prove.anybody],
          [t.prove.nonce, document.nonce || "–"],
          [t.prove.setup, said("setup")],
          [t.prove.assurance, said("assurance")],
          [t.prove.signedAt, of.signedAt],
        ]}
      />
      <Note tone="warn">{t.prove.notChecked}</Note>
    </>
  );
}
