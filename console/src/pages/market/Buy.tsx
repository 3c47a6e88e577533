/** Buys an offer, after showing its price. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../../api/query";
import { RepeatableRequest } from "../../api/repeatable";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Confirm } from "../../ui/Dialog";
import { SelectField } from "../../ui/Field";
import { useToasts } from "../../ui/Toast";
import { money, purposesOf } from "./offers";
import { type PricedOffer, purchase } from "./payments";

interface BuyProps extends PricedOffer {
  restrictions: readonly string[];
  isPossible: boolean;
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
  const [request] = useState(() => new RepeatableRequest());
  const buy = useMutation({
    mutationFn: () => purchase(offer, purpose, request),
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
