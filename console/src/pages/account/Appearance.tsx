/** Language, units and colours of this browser. */
import { type Preferences, usePreferences } from "../../preferences";
import { useText } from "../../text";
import { Card } from "../../ui/Card";
import { SelectField } from "../../ui/Field";
import styles from "./Account.module.css";

export function Appearance() {
  const t = useText();
  const { preferences, change } = usePreferences();
  return (
    <Card title={t.account.appearance} description={t.account.appearanceText}>
      <div className={styles.form}>
        <SelectField
          label={t.account.language}
          value={preferences.language}
          onChange={(event) => change({ language: event.target.value as Preferences["language"] })}
        >
          <option value="system">{t.choices.system}</option>
          <option value="en">{t.choices.english}</option>
          <option value="de">{t.choices.german}</option>
        </SelectField>
        <SelectField
          label={t.account.units}
          value={preferences.units}
          onChange={(event) => change({ units: event.target.value as Preferences["units"] })}
        >
          <option value="metric">{t.choices.metric}</option>
          <option value="imperial">{t.choices.imperial}</option>
        </SelectField>
        <SelectField
          label={t.account.theme}
          value={preferences.theme}
          onChange={(event) => change({ theme: event.target.value as Preferences["theme"] })}
        >
          <option value="system">{t.choices.system}</option>
          <option value="light">{t.choices.light}</option>
          <option value="dark">{t.choices.dark}</option>
        </SelectField>
      </div>
    </Card>
  );
}
