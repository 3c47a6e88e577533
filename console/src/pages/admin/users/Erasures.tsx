/** The erasures with their receipts. */
import type { Result } from "@lockstep/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import styles from "../Admin.module.css";
import { Pager } from "../Pager";
import { Receipt, saveReceipt } from "./Receipt";

type Erasure = Result<"listErasures">["erasures"][number];

const PAGE = 10;

export function Erasures() {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.users;
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Erasure>();
  const list = useQuery({
    queryKey: ["admin", "erasures", page],
    queryFn: ({ signal }) => api.administration.listErasures({ page, limit: PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const document = opened?.receipt;
  return (
    <Card title={texts.erasures} description={texts.erasuresText} flush>
      <Loaded query={list} height={80}>
        {({ erasures, limit, total }) =>
          erasures.length === 0 ? (
            <p className={styles.line}>{texts.noErasures}</p>
          ) : (
            <Table
              label={texts.erasures}
              rows={erasures}
              rowKey={(one) => one.receiptId}
              columns={[
                {
                  key: "id",
                  header: texts.receipt,
                  cell: (one) =>
                    one.receipt ? (
                      <button type="button" className={styles.row} onClick={() => setOpened(one)}>
                        <code>{one.receiptId}</code>
                      </button>
                    ) : (
                      <code>{one.receiptId}</code>
                    ),
                },
                { key: "begun", header: texts.begun, cell: (one) => format.dateTime(one.begunAt) },
                {
                  key: "finished",
                  header: texts.finished,
                  wide: true,
                  cell: (one) => (one.finishedAt ? format.dateTime(one.finishedAt) : texts.running),
                },
              ]}
              footer={total > limit && <Pager page={page} limit={limit} total={total} onPage={setPage} />}
            />
          )
        }
      </Loaded>
      <Dialog
        open={document !== undefined && document !== null}
        onClose={() => setOpened(undefined)}
        title={texts.receipt}
        wide
        actions={
          opened &&
          document && (
            <Button icon="export" onClick={() => saveReceipt(opened.receiptId, document)}>
              {texts.download}
            </Button>
          )
        }
      >
        {opened && document && <Receipt id={opened.receiptId} document={document} />}
      </Dialog>
    </Card>
  );
}
