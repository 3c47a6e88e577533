/** Creates a dataset, with the data of a CSV file if one is chosen. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SelectField, TextField } from "../../ui/Field";
import { Form, textOf } from "../../ui/Form";
import { Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";

const MODES = [
  { value: "none", name: "none" },
  { value: "basic", name: "Basic" },
  { value: "fhe", name: "FHE" },
  { value: "zk", name: "ZK" },
] as const;
/** A large table is read and sealed while the request runs. */
const LONGEST_MS = 3_600_000;

/** Replaces the data of a dataset by those of a CSV file. */
export async function uploadCsv(dataset_id: string, file: File): Promise<void> {
  const upload = { contentType: "text/csv", data: file } as const;
  await api.datasets.replaceDatasetData({ dataset_id }, upload, { timeout: LONGEST_MS });
}

/** The dataset, and the reason if its file was refused. */
interface Created {
  id: string;
  refusal?: unknown;
}

async function create(values: FormData): Promise<Created> {
  const dataset = await api.datasets.createDataset({
    name: textOf(values, "name"),
    description: textOf(values, "description"),
    encryption_mode: MODES.find((mode) => mode.value === values.get("mode"))?.value ?? "none",
  });
  const file = values.get("file");
  if (file instanceof File && file.size > 0) {
    try {
      await uploadCsv(dataset.id, file);
    } catch (refusal) {
      return { id: dataset.id, refusal };
    }
  }
  return { id: dataset.id };
}

export function NewDataset({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const { say, fail } = useToasts();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: create,
    onSuccess: ({ id: dataset, refusal }) => {
      if (refusal === undefined) {
        say(t.datasets.created);
      } else {
        // The page of the dataset takes another file: a second attempt here would create a second dataset.
        fail(refusal);
      }
      navigate({ to: "/datasets/$id", params: { id: dataset } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["datasets"] }),
  });
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t.datasets.create}
      actions={
        <>
          <Button onClick={close}>{t.actions.cancel}</Button>
          <Button look="primary" type="submit" form={id} busy={save.isPending}>
            {t.datasets.create}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={(values) => save.mutate(values)}>
        <TextField label={t.datasets.name} name="name" required maxLength={256} />
        <TextField label={t.datasets.description} name="description" maxLength={1000} />
        <SelectField label={t.datasets.mode} name="mode">
          {MODES.map(({ value, name }) => (
            <option key={value} value={value}>
              {`${t.privacy.modes[name]}: ${t.datasets.modeText[name]}`}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t.datasets.file}
          hint={t.datasets.fileHint}
          name="file"
          type="file"
          accept=".csv,text/csv"
        />
        {save.isError && <Problem error={save.error} />}
      </Form>
    </Dialog>
  );
}
