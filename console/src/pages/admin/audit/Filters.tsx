/** The filters of the audit log: each search is itself an entry, so it begins with a button. */
import type { FormEvent } from "react";
import { useText } from "../../../text";
import { Button } from "../../../ui/Button";
import { SelectField, TextField } from "../../../ui/Field";
import styles from "../Admin.module.css";
import { type AuditSearch, isFiltered, PERIODS, STATUSES } from "./search";

interface Props {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

export function Filters({ search, onSearch }: Props) {
  const t = useText();
  const texts = t.admin.audit;
  // What the list hides stays as it is when the filters change.
  const reads: AuditSearch = search.reads === undefined ? {} : { reads: search.reads };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const names = ["words", "component", "user", "status", "period"];
    onSearch({
      ...Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "").trim()])),
      ...reads,
    });
  };
  return (
    <search>
      <form className={styles.filters} onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            label={texts.words}
            name="words"
            type="search"
            placeholder={texts.wordsHint}
            maxLength={500}
            defaultValue={search.words}
          />
        </div>
        <TextField
          label={texts.component}
          name="component"
          placeholder="fitness"
          defaultValue={search.component}
        />
        <TextField label={texts.actor} name="user" placeholder="system" defaultValue={search.user} />
        <SelectField label={texts.status} name="status" defaultValue={search.status ?? ""}>
          <option value="">{t.admin.common.all}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {texts.statuses[status]}
            </option>
          ))}
        </SelectField>
        <SelectField label={texts.period} name="period" defaultValue={search.period ?? ""}>
          <option value="">{t.admin.common.all}</option>
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {texts.periods[period]}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{texts.find}</Button>
        {isFiltered(search) && (
          <Button look="ghost" onClick={() => onSearch(reads)}>
            {t.admin.common.clear}
          </Button>
        )}
      </form>
    </search>
  );
}
