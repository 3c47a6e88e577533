/** Every account: search, filters in the address, and what an administrator does with an account. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { SelectField, TextField } from "../../../ui/Field";
import { Empty, Loaded, Note } from "../../../ui/State";
import { Table } from "../../../ui/Table";
import styles from "../Admin.module.css";
import { useMayChange } from "../access";
import { Pager } from "../Pager";
import { addressPage } from "../pages";
import { columns } from "./columns";
import { Erasures } from "./Erasures";
import { NewUser } from "./NewUser";
import { UserDialog } from "./UserDialog";
import { oneOf, ROLES, STATUSES, type User } from "./user";

const route = getRouteApi("/shell/admin/users");
const PAGE = 25;
/** The list follows the search when the person stops typing. */
const REST_MS = 300;

interface Search {
  search?: string;
  role?: string;
  status?: string;
  page?: string;
}

const usersQuery = ({ search, role, status, page }: Search) =>
  queryOptions({
    queryKey: ["admin", "users", search, role, status, page],
    queryFn: ({ signal }) => {
      const known = { role: oneOf(ROLES, role), status: oneOf(STATUSES, status) };
      return api.administration.listUsers(
        {
          page: addressPage(page),
          limit: PAGE,
          ...(search && { search }),
          ...(known.role && { role: known.role }),
          ...(known.status && { status: known.status }),
        },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });

export function Users() {
  const t = useText();
  const format = useFormats();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const list = useQuery(usersQuery(search));
  const [opened, setOpened] = useState<User>();
  const [isNew, setNew] = useState(false);
  return (
    <Page
      title={t.admin.users.title}
      description={t.admin.users.text}
      actions={
        mayChange && (
          <Button icon="plus" look="primary" onClick={() => setNew(true)}>
            {t.admin.users.create}
          </Button>
        )
      }
    >
      {!mayChange && <Note>{t.admin.common.readOnly}</Note>}
      <Card flush>
        <Filters />
        <Loaded query={list} height={420}>
          {({ users, page, limit, total }) =>
            users.length === 0 ? (
              <Empty icon="filter" title={t.admin.users.none}>
                {t.admin.users.noneText}
              </Empty>
            ) : (
              <Table
                label={t.admin.users.title}
                rows={users}
                rowKey={(user) => user.id}
                columns={columns(t, format, setOpened)}
                footer={
                  <Pager
                    page={page}
                    limit={limit}
                    total={total}
                    onPage={(to) => navigate({ search: { ...search, page: String(to) } })}
                  />
                }
              />
            )
          }
        </Loaded>
      </Card>
      <Erasures />
      <NewUser open={isNew} onClose={() => setNew(false)} />
      <UserDialog key={opened?.id} user={opened} onChange={setOpened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

function Filters() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(search.search ?? "");
  const change = (part: Search) => navigate({ search: { ...search, page: "", ...part }, replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the typed text starts a search
  useEffect(() => {
    if (text === (search.search ?? "")) {
      return;
    }
    const timer = setTimeout(() => change({ search: text }), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isFiltered = Boolean(search.search || search.role || search.status);
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <TextField
          label={t.admin.users.search}
          type="search"
          placeholder={t.admin.users.searchHint}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <SelectField
        label={t.admin.users.role}
        value={search.role ?? ""}
        onChange={(event) => change({ role: event.target.value })}
      >
        <option value="">{t.admin.common.all}</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {t.admin.users.roles[role]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.admin.users.status}
        value={search.status ?? ""}
        onChange={(event) => change({ status: event.target.value })}
      >
        <option value="">{t.admin.common.all}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t.admin.users.statuses[status]}
          </option>
        ))}
      </SelectField>
      {isFiltered && (
        <Button
          look="ghost"
          onClick={() => {
            setText("");
            navigate({ search: {}, replace: true });
          }}
        >
          {t.admin.common.clear}
        </Button>
      )}
    </search>
  );
}
