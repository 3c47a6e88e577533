/** A QR code: dark on white in both themes, as readers need it. */
import { useEffect, useState } from "react";
import styles from "./QrCode.module.css";
import type { QrDrawing } from "./qr";
import { Skeleton } from "./State";

interface QrImageProps {
  drawing: QrDrawing;
  /** The content of the code in words, for screen readers. */
  label: string;
}

export function QrImage({ drawing: { size, path }, label }: QrImageProps) {
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

/** Draws a text, after it has loaded the encoder. Without the encoder a grey shape stays: the text is also beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<QrDrawing>();
  useEffect(() => {
    let isCurrent = true;
    import("./qr").then(({ drawQr }) => isCurrent && setDrawing(drawQr(text))).catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return drawing ? <QrImage drawing={drawing} label={label} /> : <Skeleton height={240} width="240px" />;
}
