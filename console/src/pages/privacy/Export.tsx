/** Downloads the stored data. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { api } from "../../api/client";
import { saveFile } from "../../api/download";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName, typesOf } from "../../series";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Row } from "../../ui/Card";
import { SelectField } from "../../ui/Field";
import { useLeaveWarning } from "../../ui/leave";
import { Problem } from "../../ui/State";
import styles from "./Privacy.module.css";

const FORMATS = {
  csv: { accept: "text/csv", file: "lockstep.csv" },
  omh: { accept: "application/json", file: "lockstep-omh.json" },
  fhir: { accept: "application/fhir+json", file: "lockstep-fhir.json" },
  arrow: { accept: "application/vnd.apache.arrow.stream", file: "lockstep.arrows" },
} as const;
type Format = keyof typeof FORMATS;

export function Export({ series }: { series: readonly StoredSeries[] }) {
  const t = useText();
  const formats = useFormats();
  const [received, setReceived] = useState(0);
  const stop = useRef<AbortController>(null);
  const run = useMutation({
    mutationFn: async ({ format, type }: { format: Format; type: string }) => {
      setReceived(0);
      stop.current = new AbortController();
      const { accept, file } = FORMATS[format];
      const { signal } = stop.current;
      const answer = await api.fitness.exportPointsStream({ format, ...(type && { type }) }, accept, {
        signal,
      });
      await saveFile(answer, file, setReceived);
    },
  });
  useLeaveWarning(run.isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    run.mutate({ format: data.get("format") as Format, type: String(data.get("type")) });
  };
  return (
    <Card title={t.privacy.exportTitle}>
      <form className={styles.form} onSubmit={submit}>
        <p>{t.privacy.exportText}</p>
        <SelectField label={t.privacy.exportFormat} name="format">
          {(Object.keys(FORMATS) as Format[]).map((format) => (
            <option key={format} value={format}>
              {t.privacy.formats[format]}
            </option>
          ))}
        </SelectField>
        <TypeChoice series={series} />
        {run.isError && !stop.current?.signal.aborted && <Problem error={run.error} />}
        <Row>
          <Button type="submit" icon="export" busy={run.isPending} disabled={series.length === 0}>
            {run.isPending ? t.privacy.exporting(formats.bytes(received)) : t.privacy.exportStart}
          </Button>
          {run.isPending && <Button onClick={() => stop.current?.abort()}>{t.actions.cancel}</Button>}
        </Row>
      </form>
    </Card>
  );
}

/** Chooses one type of series, or all. */
export function TypeChoice({ series }: { series: readonly StoredSeries[] }) {
  const t = useText();
  return (
    <SelectField label={t.privacy.exportSeries} name="type">
      <option value="">{t.privacy.exportAll}</option>
      {typesOf(series).map((type) => (
        <option key={type} value={type}>
          {seriesName(type, t)}
        </option>
      ))}
    </SelectField>
  );
}
