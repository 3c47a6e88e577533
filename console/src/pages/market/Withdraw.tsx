/** Takes an own offer from the market. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Confirm } from "../../ui/Dialog";
import { useToasts } from "../../ui/Toast";

export function Withdraw({ kind, id }: { kind: "token" | "listing"; id: string }) {
  const t = useText();
  const { say, fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const withdraw = useMutation({
    mutationFn: async () => {
      await (kind === "token"
        ? api.marketplace.withdrawDataToken({ id })
        : api.marketplace.withdrawListing({ id }));
    },
    onSuccess: () => {
      say(t.market.withdrawn);
      queryClient.invalidateQueries({ queryKey: ["market"] });
      setAsked(false);
    },
    onError: fail,
  });
  return (
    <>
      <Button look="danger" icon="trash" onClick={() => setAsked(true)}>
        {t.market.withdraw}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t.market.withdrawTitle}
        confirm={t.market.withdraw}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
      >
        <p>{t.market.withdrawText}</p>
      </Confirm>
    </>
  );
}
