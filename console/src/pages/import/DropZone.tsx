/** Takes files that are dropped anywhere on the page, or chosen with the keyboard. */
import { useEffect, useRef, useState } from "react";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import styles from "./Import.module.css";

export function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setOver(false);
      }
    };
    const drop = (event: DragEvent) => {
      if (hasFiles(event)) {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer?.files ?? []);
      }
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [onFiles]);
  return (
    <div className={styles.zone} data-over={isOver || undefined}>
      <span className={styles.zoneIcon}>
        <Icon name="import" size={22} />
      </span>
      <p className={styles.zoneTitle}>{isOver ? t.imports.dropNow : t.imports.drop}</p>
      <p className="muted">{t.imports.or}</p>
      <Button look="primary" onClick={() => input.current?.click()}>
        {t.imports.choose}
      </Button>
      <p className={styles.zoneText}>{t.imports.limit}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = "";
        }}
      />
    </div>
  );
}
