/**
 * Reads bought data. Each read or answer consumes one use, and the page says so. An attempt after a lost answer continues the
 * same use.
 */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { saveFile } from "../../api/download";
import { queryClient } from "../../api/query";
import { ANSWER_LIFETIME_MS, RepeatableRequest } from "../../api/repeatable";
import { useFormats } from "../../format";
import { seriesName } from "../../series";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Row, Stack, Stat, Stats } from "../../ui/Card";
import { SelectField } from "../../ui/Field";
import { Fields, Form, textOf } from "../../ui/Form";
import { Problem } from "../../ui/State";
import { Table } from "../../ui/Table";
import { rowsOfColumns } from "../datasets/table";
import { type Purchase, signedRecord, type TokenDetails } from "./offers";
import { SaveDocument } from "./Purchases";
import {
  askAggregate,
  downloadBoughtPoints,
  downloadBoughtRows,
  readBoughtPoints,
  readBoughtRows,
} from "./payments";

const SHOWN = 50;
const refresh = () => queryClient.invalidateQueries({ queryKey: ["market", "purchases"] });

export function ReadToken({ token, purchase }: { token: TokenDetails; purchase: Purchase }) {
  const t = useText();
  const format = useFormats();
  const isUsed = purchase.remainingUses === 0;
  const isAggregate = token.accessRules.restrictions?.includes("aggregate-only") ?? false;
  return (
    <Card
      title={t.market.readTitle}
      description={t.market.usesText(format.number(purchase.remainingUses), format.day(purchase.expiresAt))}
    >
      {isAggregate ? (
        <Ask token={token} isUsed={isUsed} />
      ) : (
        <ReadPoints
          id={token.id}
          isUsed={isUsed}
          mayExport={!token.accessRules.restrictions?.includes("no-export")}
        />
      )}
    </Card>
  );
}

const OPERATIONS = ["mean", "sum", "variance"] as const;

function Ask({ token, isUsed }: { token: TokenDetails; isUsed: boolean }) {
  const t = useText();
  const format = useFormats();
  const types = [...new Set((token.answersLeft ?? []).map((one) => one.type))];
  const [request] = useState(() => new RepeatableRequest(ANSWER_LIFETIME_MS));
  const ask = useMutation({
    mutationFn: (values: FormData) =>
      askAggregate(
        token.id,
        {
          operation: OPERATIONS.find((one) => one === values.get("operation")) ?? "mean",
          type: textOf(values, "type"),
        },
        request,
      ),
    onSettled: refresh,
  });
  const record = signedRecord(ask.data?.result);
  return (
    <Stack tight>
      <Form onSubmit={(values) => ask.mutate(values)}>
        <Fields>
          <SelectField label={t.privacy.type} name="type">
            {types.map((type) => (
              <option key={type} value={type}>
                {seriesName(type, t)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t.market.operation} name="operation">
            {OPERATIONS.map((operation) => (
              <option key={operation} value={operation}>
                {t.market.operations[operation]}
              </option>
            ))}
          </SelectField>
        </Fields>
        <div>
          <Button type="submit" look="primary" busy={ask.isPending} disabled={isUsed && !ask.isError}>
            {t.market.ask}
          </Button>
        </div>
      </Form>
      {ask.isError && <Problem error={ask.error} />}
      {ask.data && (
        <Row>
          <Stats>
            <Stat
              label={t.market.answer}
              value={format.number(Number(record?.["value"]), 2)}
              note={t.market.overPoints(format.number(Number(record?.["count"])))}
            />
          </Stats>
          <SaveDocument
            document={ask.data.result}
            name={`${token.id}-answer.json`}
            label={t.market.saveFile}
          />
        </Row>
      )}
    </Stack>
  );
}

/** Returns the two reads of bought data. Each keeps its key until it succeeds. */
function useReads<Answer>(
  first: (request: RepeatableRequest) => Promise<Answer>,
  file: (request: RepeatableRequest) => Promise<void>,
) {
  const [requests] = useState(() => ({
    first: new RepeatableRequest(ANSWER_LIFETIME_MS),
    file: new RepeatableRequest(ANSWER_LIFETIME_MS),
  }));
  const read = useMutation({ mutationFn: () => first(requests.first), onSettled: refresh });
  const save = useMutation({ mutationFn: () => file(requests.file), onSettled: refresh });
  return { read, save };
}

interface ReadProps {
  id: string;
  isUsed: boolean;
  mayExport: boolean;
}

function ReadPoints({ id, isUsed, mayExport }: ReadProps) {
  const t = useText();
  const format = useFormats();
  const { read, save } = useReads(
    (request) => readBoughtPoints(id, SHOWN, request),
    (request) => downloadBoughtPoints(id, (answer) => saveFile(answer, `${id}.csv`, () => {}), request),
  );
  return (
    <Stack tight>
      <ReadButtons read={read} save={save} isUsed={isUsed} mayExport={mayExport} />
      {read.data && (
        <Table
          label={t.market.readTitle}
          rows={read.data.data}
          rowKey={(point) => `${point.type} ${point.device} ${point.timestamp}`}
          columns={[
            { key: "time", header: t.market.time, cell: (point) => format.dateTime(point.timestamp) },
            { key: "type", header: t.privacy.type, cell: (point) => seriesName(point.type, t) },
            { key: "device", header: t.privacy.device, wide: true, cell: (point) => point.device },
            {
              key: "value",
              header: t.market.value,
              numeric: true,
              cell: (point) => format.quantity(point.value, point.unit, point.type),
            },
          ]}
        />
      )}
    </Stack>
  );
}

interface Act {
  mutate: () => void;
  isPending: boolean;
  isError: boolean;
  error: unknown;
}

interface ButtonsProps {
  read: Act;
  save: Act;
  isUsed: boolean;
  mayExport: boolean;
}

/** After the last use, a button works only if its answer was lost: the server continues that use. */
function ReadButtons({ read, save, isUsed, mayExport }: ButtonsProps) {
  const t = useText();
  const error = read.error ?? save.error;
  return (
    <>
      <Row>
        <Button
          look="primary"
          busy={read.isPending}
          disabled={isUsed && !read.isError}
          onClick={() => read.mutate()}
        >
          {t.market.readFirst(SHOWN)}
        </Button>
        {mayExport && (
          <Button
            icon="export"
            busy={save.isPending}
            disabled={isUsed && !save.isError}
            onClick={() => save.mutate()}
          >
            {t.market.saveCsv}
          </Button>
        )}
      </Row>
      {error ? <Problem error={error} /> : null}
    </>
  );
}

export function ReadRows({
  id,
  purchase,
  mayExport,
}: {
  id: string;
  purchase: Purchase;
  mayExport: boolean;
}) {
  const t = useText();
  const format = useFormats();
  const { read, save } = useReads(
    (request) => readBoughtRows(id, SHOWN, request),
    (request) => downloadBoughtRows(id, (answer) => saveFile(answer, `${id}.csv`, () => {}), request),
  );
  const table = rowsOfColumns(read.data);
  return (
    <Card
      title={t.market.readTitle}
      description={t.market.usesText(format.number(purchase.remainingUses), format.day(purchase.expiresAt))}
    >
      <Stack tight>
        <ReadButtons read={read} save={save} isUsed={purchase.remainingUses === 0} mayExport={mayExport} />
        {read.data && (
          <Table
            label={t.market.readTitle}
            rows={table.rows}
            rowKey={(row) => String(row.number)}
            columns={table.columns.map((name, place) => ({
              key: name,
              header: name,
              cell: (row: { cells: readonly string[] }) => row.cells[place] ?? "",
            }))}
          />
        )}
      </Stack>
    </Card>
  );
}
