/** Shares a claim: the document as a file, and a QR code that leads its reader to the page Check. */
import type { Result } from "@lockstep/client";
import { useMutation } from "@tanstack/react-query";
import { saveBlob } from "../../api/download";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Row, Stack } from "../../ui/Card";
import { QrImage } from "../../ui/QrCode";
import type { QrDrawing } from "../../ui/qr";
import { Note, Problem } from "../../ui/State";
import { saveJson } from "../market/Purchases";
import { checkLink, documentDigest, isLocal } from "../verify/code";
import styles from "./Share.module.css";

interface ShareProps {
  proof: Result<"proveDays">;
  onAgain: () => void;
}

export function Share({ proof, onAgain }: ShareProps) {
  const t = useText();
  const name = `claim-${proof.statement.metric}-${proof.statement.endDate}`;
  const text = JSON.stringify(proof);
  const code = useMutation({
    mutationFn: async () => {
      const [{ drawQr, qrFile }, digest] = await Promise.all([import("../../ui/qr"), documentDigest(text)]);
      if (digest === undefined) {
        throw new Error(t.prove.codeNeedsHttps);
      }
      const link = checkLink(location.origin, digest);
      const drawing = drawQr(link);
      return { link, drawing, file: qrFile(drawing) };
    },
  });
  return (
    <Stack>
      <Row>
        <Button look="primary" icon="export" onClick={() => saveJson(proof, `${name}.json`)}>
          {t.prove.save}
        </Button>
        {!code.data && (
          <Button busy={code.isPending} onClick={() => code.mutate()}>
            {t.prove.showCode}
          </Button>
        )}
        <Button onClick={onAgain}>{t.prove.again}</Button>
      </Row>
      {code.isError && <Problem error={code.error} />}
      {code.data && (
        <Code
          {...code.data}
          bytes={new TextEncoder().encode(text).length}
          onSave={(file) => saveBlob(new Blob([file], { type: "image/svg+xml" }), `${name}.svg`)}
        />
      )}
    </Stack>
  );
}

interface CodeProps {
  link: string;
  drawing: QrDrawing;
  /** The drawing as an SVG file. */
  file: string;
  /** The size of the document. */
  bytes: number;
  onSave: (file: string) => void;
}

function Code({ link, drawing, file, bytes, onSave }: CodeProps) {
  const t = useText();
  const format = useFormats();
  return (
    <div className={styles.code}>
      <QrImage drawing={drawing} label={t.prove.codeLabel} />
      <div className={styles.text}>
        <p>{t.prove.codeText(format.bytes(bytes))}</p>
        <p>
          <code>{link}</code>
        </p>
        {isLocal(location.hostname) && <Note tone="warn">{t.prove.codeLocal}</Note>}
        <div>
          <Button small icon="export" onClick={() => onSave(file)}>
            {t.prove.saveCode}
          </Button>
        </div>
      </div>
    </div>
  );
}
