/** Checks a document. The server checks the proof; checks that it omits are listed. */
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Facts, Stack } from "../../ui/Card";
import { TextField } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Note, Problem } from "../../ui/State";
import { type ClaimDocument, readClaim } from "./claim";

/** A document of a claim has some hundred kilobytes; a larger file is another one. */
const LARGEST = 8_000_000;

interface Checked {
  document: ClaimDocument | undefined;
  holds: boolean;
  assurance: string;
}

async function check(file: File): Promise<Checked> {
  const document = file.size > LARGEST ? undefined : readClaim(await file.text());
  if (!document) {
    return { document, holds: false, assurance: "" };
  }
  const { verified, assurance } = await api.encryption.verifyProof({
    circuit: document.circuit,
    proof: document.proof,
    publicInputs: document.publicInputs,
  });
  const isOver = document.expiresAt !== undefined && Date.parse(document.expiresAt) <= Date.now();
  return { document, holds: verified && !isOver, assurance };
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
  const { document } = of;
  return (
    <>
      <Note tone={of.holds ? "good" : "bad"}>{of.holds ? t.prove.holds : t.prove.fails}</Note>
      {of.holds && (
        <>
          <p>{document.says}</p>
          <Facts
            rows={[
              [t.prove.audience, document.audience || t.prove.anybody],
              [t.prove.nonce, document.nonce || "–"],
              [t.prove.setup, document.setup],
              [t.prove.assurance, of.assurance],
            ]}
          />
          <Note tone="warn">{t.prove.notChecked}</Note>
        </>
      )}
    </>
  );
}
