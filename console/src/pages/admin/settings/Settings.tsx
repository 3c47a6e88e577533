/** Each setting with its unit, its range and its effect; changes are shown before they are sent. */
import type { Body } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { Page } from "../../../layout/Page";
import { type Catalogue, useText } from "../../../text";
import { Card } from "../../../ui/Card";
import { SelectField, TextField } from "../../../ui/Field";
import { useUnsavedWarning } from "../../../ui/leave";
import { Loaded, Note } from "../../../ui/State";
import { useMayChange } from "../access";
import { ChangeBar } from "./ChangeBar";
import { stored, textOf } from "./draft";
import { FIELDS, type Field, GROUPS, type Value } from "./fields";
import { settingsQuery } from "./query";
import styles from "./Settings.module.css";
import { useRange, useShown } from "./shown";
import { Tiers } from "./Tiers";
import { type Form, useDraft } from "./use-draft";

export function Settings() {
  const t = useText();
  const mayChange = useMayChange();
  const settings = useQuery(settingsQuery);
  return (
    <Page title={t.admin.settings.title} description={t.admin.settings.text}>
      {!mayChange && <Note>{t.admin.common.readOnly}</Note>}
      <Loaded query={settings} height={480}>
        {(now) => <Groups settings={now} />}
      </Loaded>
      <Tiers />
    </Page>
  );
}

function Groups({ settings }: { settings: object }) {
  const t = useText();
  const form = useDraft(settings, FIELDS);
  useUnsavedWarning(form.changes.length > 0, t.actions.leaveUnsaved);
  return (
    <>
      {GROUPS.map((group) => (
        <Card
          key={group.name}
          title={t.admin.settings.groups[group.name].title}
          description={t.admin.settings.groups[group.name].text}
        >
          {group.fields.map((field) => (
            <Setting key={field.path} field={field} path={field.path} form={form} settings={settings} />
          ))}
        </Card>
      ))}
      <ChangeBar
        form={form}
        queryKey={settingsQuery.queryKey}
        send={(body) => api.administration.updateSettings(body as Body<"updateSettings">)}
        nameOf={(path) => t.admin.settings.fields[path as Path].label}
      />
    </>
  );
}

type Path = keyof Catalogue["admin"]["settings"]["fields"];

interface SettingProps {
  field: Field;
  path: Path;
  form: Form;
  settings: object;
}

function Setting({ field, path, form, settings }: SettingProps) {
  const t = useText();
  const texts = t.admin.settings;
  const mayChange = useMayChange();
  const show = useShown();
  const { label, text } = texts.fields[path];
  const range = useRange(field);
  const isChanged = form.changes.some((change) => change.field.path === path);
  const initial = field.initial === undefined ? "" : texts.initial(show(field.initial, field));
  const value = form.draft[path] ?? textOf(stored(settings, path), field);
  return (
    <div className={isChanged ? styles.changed : styles.setting}>
      <div>
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
        <p className={styles.text}>{text}</p>
        <p className={styles.text}>
          <code>{path}</code> · {[range, initial].filter(Boolean).join(" ")}
        </p>
      </div>
      <div className={styles.control}>
        {field.kind === "fixed" ? (
          <code>{value}</code>
        ) : (
          <Control
            label={label}
            field={field}
            value={value}
            error={form.problem(field)}
            isDisabled={!mayChange}
            onChange={(typed) => form.set(path, typed)}
          />
        )}
        {field.unit && <span className={styles.unit}>{texts.units[field.unit]}</span>}
      </div>
    </div>
  );
}

interface ControlProps {
  label: string;
  field: Field;
  value: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (text: string) => void;
}

function Control({ label, field, value, error, isDisabled, onChange }: ControlProps) {
  const show = useShown();
  if (field.kind === "number") {
    return (
      <TextField
        label={label}
        hideLabel
        inputMode="decimal"
        value={value}
        error={error}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const choices: readonly Value[] = field.kind === "switch" ? [true, false] : (field.choices ?? []);
  return (
    <SelectField
      label={label}
      hideLabel
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices.map((choice) => (
        <option key={String(choice)} value={String(choice)}>
          {show(choice, field)}
        </option>
      ))}
    </SelectField>
  );
}
