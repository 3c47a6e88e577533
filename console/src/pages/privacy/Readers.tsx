/** The programs that hold a credential of the account, and what each may read. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { everyPage } from "../../api/pages";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Loaded } from "../../ui/State";
import { Table } from "../../ui/Table";

export const apiKeysQuery = {
  queryKey: ["api-keys"],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const read = (page: number) => api.apiKeys.listApiKeys({ page, limit: 100 }, { signal });
    return { apiKeys: await everyPage(read, (page) => page.apiKeys) };
  },
};

export function Readers() {
  const t = useText();
  const format = useFormats();
  const keys = useQuery(apiKeysQuery);
  const may = (scopes: readonly string[]) =>
    scopes.length === 0 ? t.privacy.readerScopes.all : scopes.join(", ");
  return (
    <Card
      title={t.privacy.readers}
      description={t.privacy.readersText}
      flush
      actions={
        <>
          <ButtonLink to="/marketplace" search={{ tab: "own" }} small>
            {t.market.tabs.own}
          </ButtonLink>
          <ButtonLink to="/account" search={{ tab: "keys" }} small>
            {t.privacy.manage}
          </ButtonLink>
        </>
      }
    >
      <Loaded query={keys} height={80}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <EmptyLine text={t.privacy.noReaders} />
          ) : (
            <Table
              label={t.privacy.readers}
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

function EmptyLine({ text }: { text: string }) {
  return (
    <p className="muted" style={{ padding: "4px 16px 16px" }}>
      {text}
    </p>
  );
}
