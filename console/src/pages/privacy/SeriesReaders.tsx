/** The dialog that says who can read one series now. */
import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../format";
import { type StoredSeries, seriesName } from "../../series";
import { useText } from "../../text";
import { named } from "../../text/named";
import { Button } from "../../ui/Button";
import { Facts } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { Loaded, Note } from "../../ui/State";
import { keysQuery } from "../keys/query";
import { restrictionText } from "../market/offers";
import styles from "./Privacy.module.css";
import { BuyersText, outsiders, YouText } from "./Readers";
import {
  apiKeysQuery,
  grantsOf,
  isStopped,
  programsOf,
  type Readers,
  readersQuery,
  sharingAgents,
} from "./series-readers";

export function SeriesReaders({ of, onClose }: { of: StoredSeries; onClose: () => void }) {
  const t = useText();
  const readers = useQuery(readersQuery);
  const keys = useQuery(keysQuery);
  const status = keys.data?.keys.find(({ keyId }) => keyId === of.keyId)?.status;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t.privacy.seriesReadersTitle(seriesName(of.type, t), of.device)}
      actions={<Button onClick={onClose}>{t.actions.close}</Button>}
    >
      {status !== undefined && isStopped(status) && (
        <Note tone="warn">{t.privacy.keyStopped(named(t.privacy.statuses, status) ?? status)}</Note>
      )}
      <Loaded query={readers} height={320}>
        {(data) => <Known of={of} readers={data} />}
      </Loaded>
    </Dialog>
  );
}

interface KnownProps {
  of: StoredSeries;
  readers: Readers;
}

function Known({ of, readers }: KnownProps) {
  const t = useText();
  const format = useFormats();
  const keys = useQuery(apiKeysQuery);
  const { who } = t.privacy;
  const { grants, copies, agents, signIns } = readers;
  const bought = grantsOf(of, grants, copies);
  const sharing = sharingAgents(agents);
  return (
    <Facts
      rows={[
        [who.you, <YouText key="you">{who.signIns(format.number(signIns), signIns === 1)}</YouText>],
        [
          t.privacy.apiKeys,
          <Loaded key="keys" query={keys} height={20}>
            {({ apiKeys }) => programsOf(apiKeys, Date.now()).join(", ") || t.privacy.noSeriesReaders}
          </Loaded>,
        ],
        [
          who.buyers,
          bought.length === 0 ? (
            who.noBuyers
          ) : (
            <ul key="buyers" className={styles.copies}>
              {bought.map(({ purchaseId, purchasedAt, expiresAt, restrictions }) => (
                <li key={purchaseId}>
                  {who.bought(
                    format.day(purchasedAt),
                    expiresAt ? format.day(expiresAt) : undefined,
                    restrictions.map((one) => restrictionText(one, t)).join(", "),
                  )}
                </li>
              ))}
              <li>
                <BuyersText>{who.buyersText}</BuyersText>
              </li>
            </ul>
          ),
        ],
        [
          who.agents,
          sharing.length > 0 ? `${who.agentsText} ${who.sharing(sharing.join(", "))}` : who.agentsText,
        ],
        ...outsiders(t),
      ]}
    />
  );
}
