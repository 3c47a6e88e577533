/** Asks before a device is revoked. */
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Confirm } from "../../ui/Dialog";
import { useToasts } from "../../ui/Toast";
import type { Row } from "./states";

interface RevokeProps {
  of: Pick<Row, "id" | "name" | "takesCommands"> | undefined;
  onClose: () => void;
}

export function Revoke({ of, onClose }: RevokeProps) {
  const t = useText();
  const { say, fail } = useToasts();
  const revoke = useMutation({
    mutationFn: async (row: NonNullable<RevokeProps["of"]>) => {
      await (row.takesCommands
        ? api.uadm.revokeUadmDevice({ device_id: row.id })
        : api.devices.revokeDevice({ id: row.id }));
    },
    onSuccess: () => {
      say(t.devices.revoked);
      queryClient.invalidateQueries({ queryKey: ["devices"] });
      onClose();
    },
    onError: fail,
  });
  return (
    <Confirm
      open={of !== undefined}
      onClose={onClose}
      title={t.devices.revokeTitle(of?.name ?? "")}
      confirm={t.devices.revoke}
      busy={revoke.isPending}
      onConfirm={() => of && revoke.mutate(of)}
    >
      <p>{t.devices.revokeText}</p>
    </Confirm>
  );
}
