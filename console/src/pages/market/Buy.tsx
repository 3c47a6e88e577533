/** Buys an offer, after saying what it costs. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Confirm } from "../../ui/Dialog";
import { SelectField } from "../../ui/Field";
import { useToasts } from "../../ui/Toast";
import { type Offer, purposesOf } from "./offers";

interface BuyProps {
  kind: Offer["kind"];
  id: string;
  price: string;
  restrictions: readonly string[];
  isPossible: boolean;
}

async function purchase(kind: Offer["kind"], id: string, purpose: string | undefined): Promise<void> {
  const body = purpose ? { purpose } : {};
  switch (kind) {
    case "token":
      await api.marketplace.purchaseDataToken({ id }, body);
      break;
    case "listing":
      await api.marketplace.purchaseListing({ id }, body);
      break;
    case "item":
      await api.marketplace.purchaseItem({ id }, body);
      break;
  }
}

export function Buy({ kind, id, price, restrictions, isPossible }: BuyProps) {
  const t = useText();
  const { say, fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const purposes = purposesOf(restrictions);
  const [purpose, setPurpose] = useState(purposes[0]);
  const buy = useMutation({
    mutationFn: () => purchase(kind, id, purpose),
    onSuccess: () => {
      say(t.market.bought);
      queryClient.invalidateQueries({ queryKey: ["market"] });
      setAsked(false);
    },
    onError: fail,
  });
  return (
    <>
      <Button look="primary" disabled={!isPossible} onClick={() => setAsked(true)}>
        {t.market.buyFor(price)}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t.market.buyTitle}
        confirm={t.market.buyFor(price)}
        look="primary"
        busy={buy.isPending}
        onConfirm={() => buy.mutate()}
      >
        <p>{t.market.buyText}</p>
        {purposes.length > 0 && (
          <SelectField
            label={t.market.purpose}
            value={purpose ?? ""}
            onChange={(event) => setPurpose(event.target.value)}
          >
            {purposes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        )}
      </Confirm>
    </>
  );
}
