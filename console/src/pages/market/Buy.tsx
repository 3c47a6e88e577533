/** Buys an offer, after saying what it costs. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Confirm } from "../../ui/Dialog";
import { SelectField } from "../../ui/Field";
import { useToasts } from "../../ui/Toast";
import { money, type Offer, purposesOf } from "./offers";

interface BuyProps {
  kind: Offer["kind"];
  id: string;
  price: number;
  currency: string;
  restrictions: readonly string[];
  isPossible: boolean;
}

/** Buys at the price that the page shows: at another price by now, the server refuses. */
async function purchase({ kind, id, price, currency }: BuyProps, purpose: string | undefined): Promise<void> {
  const stated = { currency, ...(purpose && { purpose }) };
  switch (kind) {
    case "token":
      await api.marketplace.purchaseDataToken({ id }, { expectedPrice: price, ...stated });
      break;
    case "listing":
      await api.marketplace.purchaseListing({ id }, { expected_price: price, ...stated });
      break;
    case "item":
      await api.marketplace.purchaseItem({ id }, { expectedPrice: price, ...stated });
      break;
  }
}

export function Buy(offer: BuyProps) {
  const { restrictions, isPossible } = offer;
  const t = useText();
  const format = useFormats();
  const price = money(offer.price, offer.currency, format.language);
  const { say, fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const purposes = purposesOf(restrictions);
  const [purpose, setPurpose] = useState(purposes[0]);
  const buy = useMutation({
    mutationFn: () => purchase(offer, purpose),
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
