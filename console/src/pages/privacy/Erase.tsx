/** Deletes points. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName } from "../../series";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Confirm } from "../../ui/Dialog";
import { useToasts } from "../../ui/Toast";
import { TypeChoice } from "./Export";
import styles from "./Privacy.module.css";

export function Erase({ series }: { series: readonly StoredSeries[] }) {
  const t = useText();
  const format = useFormats();
  const { say, fail } = useToasts();
  const [asked, setAsked] = useState<string>();
  const erase = useMutation({
    mutationFn: (type: string) => api.fitness.deletePoints(type ? { type } : {}, { timeout: 3_600_000 }),
    onSuccess: ({ deletedCount }) => {
      say(t.privacy.erased(format.number(deletedCount)));
      queryClient.invalidateQueries();
      setAsked(undefined);
    },
    onError: fail,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(String(new FormData(event.currentTarget).get("type")));
  };
  const what = asked ? seriesName(asked, t) : t.privacy.exportAll;
  return (
    <Card title={t.privacy.eraseTitle}>
      <form className={styles.form} onSubmit={submit}>
        <p>{t.privacy.eraseText}</p>
        <TypeChoice series={series} />
        <div>
          <Button type="submit" look="danger" icon="trash" disabled={series.length === 0}>
            {t.privacy.erase}
          </Button>
        </div>
      </form>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t.privacy.eraseConfirm(what)}
        confirm={t.privacy.erase}
        busy={erase.isPending}
        onConfirm={() => asked !== undefined && erase.mutate(asked)}
      >
        <p>{t.privacy.eraseConfirmText}</p>
      </Confirm>
    </Card>
  );
}
