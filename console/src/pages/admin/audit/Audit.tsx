/** The audit log: filters in the address, words, an entry with its details, and the chain's checkpoint. */
import type { Body, Result } from "@lockstep/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Badge, Card, Facts } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { CheckField } from "../../../ui/Field";
import { Empty, Loaded } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import styles from "../Admin.module.css";
import { Pager } from "../Pager";
import { addressPage } from "../pages";
import { oneOf } from "../users/user";
import { Chain } from "./Chain";
import type { Finding } from "./checkpoint";
import { Filters } from "./Filters";
import { EntryBadge, PageCheck } from "./PageCheck";
import { type Entry, entryFinding } from "./proof";
import { type AuditSearch, excludedActions, STATUSES, showsReads } from "./search";

const route = getRouteApi("/shell/admin/audit");
const PAGE = 100;
const TONES = { success: "neutral", warning: "warn", error: "bad" } as const;

/** Returns the request of an address. */
function bodyOf(search: AuditSearch): Body<"readAuditLog"> {
  const status = oneOf(STATUSES, search.status);
  return {
    page: addressPage(search.page),
    limit: PAGE,
    proofs: true,
    ...(search.words && { searchQuery: search.words }),
    filters: {
      ...(search.component && { component: search.component }),
      ...(search.user && { user: search.user }),
      ...(search.period && { dateRange: search.period }),
      ...(status && { status }),
      excludedActions: excludedActions(search),
    },
  };
}

export function Audit() {
  const t = useText();
  const texts = t.admin.audit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<Entry>();
  const body = bodyOf(search);
  const list = useQuery({
    queryKey: ["admin", "audit", body],
    queryFn: ({ signal }) => api.administration.readAuditLog(body, { signal }),
    placeholderData: keepPreviousData,
  });
  const findings = useFindings(list.data?.logs ?? []);
  return (
    <Page
      title={texts.title}
      description={texts.text}
      actions={
        <Button busy={list.isFetching} onClick={() => list.refetch()}>
          {texts.reload}
        </Button>
      }
    >
      <Card flush>
        <Filters
          key={JSON.stringify([body.searchQuery, { ...body.filters, excludedActions: undefined }])}
          search={search}
          onSearch={(wanted) => navigate({ search: wanted, replace: true })}
        />
        <Loaded query={list} height={420}>
          {(answer) => <Answered answer={answer} search={search} findings={findings} onOpen={setOpened} />}
        </Loaded>
      </Card>
      {list.data && (
        <Chain document={list.data.checkpoint}>
          <PageCheck key={list.data.logs[0]?.hash} entries={list.data.logs} document={list.data.checkpoint} />
        </Chain>
      )}
      <EntryDialog entry={opened} findings={findings} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

interface AnsweredProps {
  answer: Result<"readAuditLog">;
  search: AuditSearch;
  findings: Findings;
  onOpen: (entry: Entry) => void;
}

/** A page of the log, as the person wants to see it. */
function Answered({ answer, search, findings, onOpen }: AnsweredProps) {
  const texts = useText().admin.audit;
  const navigate = route.useNavigate();
  const { logs, page, limit, total, hasUncounted } = answer;
  if (logs.length === 0) {
    return (
      <>
        <Reads search={search} />
        <Empty icon="filter" title={texts.none}>
          {texts.noneText}
        </Empty>
      </>
    );
  }
  const pager = (
    <Pager
      page={page}
      limit={limit}
      total={total}
      more={hasUncounted}
      onPage={(to) => navigate({ search: { ...search, page: String(to) } })}
    />
  );
  return (
    <>
      <Reads search={search} />
      <Entries entries={logs} findings={findings} onOpen={onOpen} footer={pager} />
    </>
  );
}

/** Says that the entries of reading the log are hidden, and shows or hides them. */
function Reads({ search }: { search: AuditSearch }) {
  const texts = useText().admin.audit;
  const navigate = route.useNavigate();
  const isShown = showsReads(search);
  // Another list has other pages.
  const { reads: _, page: __, ...others } = search;
  return (
    <div className={styles.reads}>
      <CheckField
        label={texts.reads}
        hint={isShown ? texts.readsShown : texts.readsHidden}
        checked={isShown}
        onChange={(event) =>
          navigate({
            search: event.target.checked ? { ...others, reads: "shown" } : others,
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  );
}

/** What the browser found of each entry, by the id of the entry. */
type Findings = ReadonlyMap<string, Finding>;

/** Computes the hash of each entry in the page. */
function useFindings(entries: readonly Entry[]): Findings {
  const checked = useQuery({
    queryKey: ["admin", "audit", "findings", entries],
    queryFn: async () => {
      const found = entries.map(async (entry) => [entry.id, await entryFinding(entry)] as const);
      return new Map(await Promise.all(found));
    },
    enabled: entries.length > 0,
  });
  return checked.data ?? new Map();
}

interface EntriesProps {
  entries: readonly Entry[];
  findings: Findings;
  onOpen: (entry: Entry) => void;
  footer: ReactNode;
}

function Entries({ entries, findings, onOpen, footer }: EntriesProps) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.audit;
  return (
    <Table
      label={texts.title}
      rows={entries}
      rowKey={(entry) => entry.id}
      footer={footer}
      columns={[
        {
          key: "action",
          header: texts.action,
          cell: (entry) => (
            <>
              <button type="button" className={styles.row} onClick={() => onOpen(entry)}>
                {entry.action}
              </button>
              <span className={styles.second}>{entry.details}</span>
            </>
          ),
        },
        { key: "component", header: texts.component, wide: true, cell: (entry) => entry.component },
        { key: "actor", header: texts.actor, wide: true, cell: (entry) => entry.user.name || entry.user.id },
        {
          key: "status",
          header: texts.status,
          under: true,
          cell: (entry) => <Badge tone={TONES[entry.status]}>{texts.statuses[entry.status]}</Badge>,
        },
        {
          key: "check",
          header: texts.entryCheck,
          under: true,
          cell: (entry) => <EntryBadge finding={findings.get(entry.id)} />,
        },
        {
          key: "time",
          header: texts.time,
          numeric: true,
          under: true,
          cell: (entry) => format.dateTime(entry.timestamp),
        },
      ]}
    />
  );
}

interface EntryDialogProps {
  entry: Entry | undefined;
  findings: Findings;
  onClose: () => void;
}

function EntryDialog({ entry, findings, onClose }: EntryDialogProps) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.audit;
  return (
    <Dialog open={entry !== undefined} onClose={onClose} title={entry?.action ?? ""} wide>
      {entry && (
        <>
          <Facts
            rows={[
              [texts.details, entry.details],
              [texts.time, `${format.dateTime(entry.timestamp)} (${entry.timestamp})`],
              [texts.status, texts.statuses[entry.status]],
              [texts.component, entry.component],
              [texts.actor, [entry.user.name, entry.user.id].filter(Boolean).join(" · ")],
              [texts.actorRole, entry.user.role],
              [texts.number, format.number(entry.sequence)],
              [
                texts.hash,
                <span key="hash" className={styles.mono}>
                  {entry.hash}
                </span>,
              ],
              [texts.entryCheck, <EntryBadge key="check" finding={findings.get(entry.id)} />],
              [
                texts.previousHash,
                <span key="previous" className={styles.mono}>
                  {entry.proof?.previousHash}
                </span>,
              ],
              [
                texts.bodyDigest,
                <span key="digest" className={styles.mono}>
                  {entry.proof?.bodyDigest}
                </span>,
              ],
              [
                texts.id,
                <span key="id" className={styles.mono}>
                  {entry.id}
                </span>,
              ],
            ]}
          />
          <section className={styles.code} tabIndex={0} aria-label={texts.metadata}>
            <code>{JSON.stringify(entry.metadata ?? {}, null, 2)}</code>
          </section>
          <p className="muted">{texts.hashText}</p>
        </>
      )}
    </Dialog>
  );
}
