/** Everybody and everything that can read what the account stores, in plain words, and the programs with an API key. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFormats } from "../../format";
import { type Catalogue, useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Card, Facts } from "../../ui/Card";
import { Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";
import { rightsText } from "../account/key-scopes";
import styles from "./Privacy.module.css";
import { apiKeysQuery, mayReadMeasurements } from "./series-readers";

export function Readers() {
  const t = useText();
  const format = useFormats();
  const keys = useQuery(apiKeysQuery);
  const { who } = t.privacy;
  const may = (scopes: readonly string[]) =>
    scopes.length === 0
      ? t.privacy.readerScopes.all
      : [rightsText(scopes, t), ...(mayReadMeasurements(scopes) ? [] : [t.privacy.readerScopes.none])].join(
          "; ",
        );
  return (
    <Card
      title={t.privacy.readers}
      description={t.privacy.readersText}
      flush
      actions={
        <ButtonLink to="/account" search={{ tab: "keys" }} small>
          {t.privacy.manage}
        </ButtonLink>
      }
    >
      <div className={styles.readers}>
        <Facts
          rows={[
            [who.you, <YouText key="you">{who.youText}</YouText>],
            [who.buyers, <BuyersText key="buyers">{who.buyersText}</BuyersText>],
            [who.agents, who.agentsText],
            ...outsiders(t),
          ]}
        />
        <h3>{t.privacy.apiKeys}</h3>
      </div>
      <Loaded query={keys} height={80}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <p className={styles.noReaders}>{t.privacy.noReaders}</p>
          ) : (
            <Table
              label={t.privacy.apiKeys}
              rows={apiKeys}
              rowKey={(key) => key.id}
              columns={[
                { key: "name", header: t.account.keyName, cell: (key) => key.name },
                { key: "scopes", header: t.account.keyScopes, cell: (key) => may(key.scopes) },
                {
                  key: "used",
                  header: t.account.lastUsed,
                  numeric: true,
                  cell: (key) => format.ago(key.lastUsedAt),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

/** The own sign-ins, with the way to end them. */
export function YouText({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <>
      {children}{" "}
      <Link to="/account" search={{ tab: "security" }} className={styles.inText}>
        {t.privacy.who.sessions}
      </Link>
    </>
  );
}

/** What buyers can read, with the way to the own offers. */
export function BuyersText({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <>
      {children}{" "}
      <Link to="/marketplace" search={{ tab: "own" }} className={styles.inText}>
        {t.market.tabs.own}
      </Link>
    </>
  );
}

/** Who reads no value, and who could. */
export function outsiders(t: Catalogue): [string, string][] {
  const { who } = t.privacy;
  return [
    [who.devices, who.devicesText],
    [who.webhooks, who.webhooksText],
    [who.administrators, who.administratorsText],
    [who.operator, who.operatorText],
  ];
}
