/** Takes files that are dropped anywhere on the page, or chosen with the keyboard. */
import { useEffect, useRef, useState } from "react";
import { Button } from "./Button";
import styles from "./DropZone.module.css";
import { Icon } from "./Icon";

interface DropZoneProps {
  texts: {
    drop: string;
    /** While a file is above the page. */
    dropNow: string;
    or: string;
    choose: string;
    limit: string;
  };
  /** Whether several files can be chosen at once. */
  multiple?: boolean;
  onFiles: (files: Iterable<File>) => void;
}

export function DropZone({ texts, multiple, onFiles }: DropZoneProps) {
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
      <p className={styles.zoneTitle}>{isOver ? texts.dropNow : texts.drop}</p>
      <p className="muted">{texts.or}</p>
      <Button look="primary" onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <p className={styles.zoneText}>{texts.limit}</p>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = "";
        }}
      />
    </div>
  );
}
