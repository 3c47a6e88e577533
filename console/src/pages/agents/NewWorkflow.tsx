/** Creates a workflow that has only its trigger, and opens its drawing. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { Form, textOf } from "../../ui/Form";
import { Problem } from "../../ui/State";

export function NewWorkflow() {
  const t = useText();
  const id = useId();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation({
    mutationFn: (workflowId: string) =>
      api.workflows.createWorkflow({
        workflowId,
        graph: { nodes: [{ id: "start", type: "trigger", on: { type: "manual" } }] },
      }),
    onSuccess: ({ workflowId }) => {
      queryClient.invalidateQueries({ queryKey: ["workflows"] });
      navigate({ to: "/agents/workflows/$id", params: { id: workflowId } });
    },
  });
  const close = () => {
    create.reset();
    setOpen(false);
  };
  return (
    <>
      <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
        {t.workflow.create}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t.workflow.create}
        actions={
          <>
            <Button onClick={close}>{t.actions.cancel}</Button>
            <Button look="primary" type="submit" form={id} busy={create.isPending}>
              {t.workflow.createAct}
            </Button>
          </>
        }
      >
        <Form id={id} onSubmit={(values) => create.mutate(textOf(values, "name"))}>
          <TextField
            label={t.workflow.name}
            hint={t.workflow.nameHint}
            name="name"
            required
            pattern="[A-Za-z0-9_\-]{1,64}"
            maxLength={64}
            placeholder="morning-report"
          />
          {create.isError && <Problem error={create.error} />}
        </Form>
      </Dialog>
    </>
  );
}
