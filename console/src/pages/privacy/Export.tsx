/** Downloads the stored data. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client";
import { saveFile } from "../../api/download";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName, storedTypes } from "../../series";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { SelectField } from "../../ui/Field";
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
  const run = useMutation({
    mutationFn: async ({ format, type }: { format: Format; type: string }) => {
      setReceived(0);
      const { accept, file } = FORMATS[format];
      const answer = await api.fitness.exportPointsStream({ format, ...(type && { type }) }, accept);
      await saveFile(answer, file, setReceived);
    },
  });
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
        {run.isError && <Problem error={run.error} />}
        <div>
          <Button type="submit" icon="export" busy={run.isPending} disabled={series.length === 0}>
            {run.isPending ? t.privacy.exporting(formats.bytes(received)) : t.privacy.exportStart}
          </Button>
        </div>
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
      {storedTypes(series).map((one) => (
        <option key={one.type} value={one.type}>
          {seriesName(one.type, t)}
        </option>
      ))}
    </SelectField>
  );
}
