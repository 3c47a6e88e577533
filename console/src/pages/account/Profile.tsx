/** The body data from which zones, load and recovery are computed. */
import type { Body, Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api } from "../../api/client";
import { failure, queryClient } from "../../api/query";
import { fieldError } from "../../api/refusal";
import { usePreferences } from "../../preferences";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { SelectField, TextField } from "../../ui/Field";
import { Loaded, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import styles from "./Account.module.css";
import { profileChange, weightIn } from "./profile-form";

type Stored = Result<"getProfile">;
export type Change = Body<"updateProfile">;

export function Profile() {
  const t = useText();
  const profile = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) => api.profile.getProfile({ signal }),
  });
  return (
    <Card title={t.account.profile} description={t.account.profileText}>
      <Loaded query={profile} height={220}>
        {(stored) => <Form stored={stored} />}
      </Loaded>
    </Card>
  );
}

function Form({ stored }: { stored: Stored }) {
  const t = useText();
  const { say } = useToasts();
  const { preferences } = usePreferences();
  const save = useMutation({
    mutationFn: (change: Change) => api.profile.updateProfile(change),
    onSuccess: () => {
      // Metrics and insights are computed from the profile.
      queryClient.invalidateQueries();
      say(t.account.saved);
    },
  });
  const wrong = save.isError ? failure(save.error) : undefined;
  const error = (name: keyof Change) => fieldError(save.error, name, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    save.mutate(profileChange((name) => String(data.get(name) ?? ""), stored, preferences.units));
  };
  const number = (
    name: "maxHeartRate" | "restingHeartRate" | "functionalThresholdPower",
    label: string,
    unit: string,
  ) => (
    <TextField
      label={`${label} (${unit})`}
      name={name}
      type="number"
      inputMode="numeric"
      step="any"
      defaultValue={stored[name] ?? ""}
      error={error(name)}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.fields}>
        <TextField
          label={t.account.birthDate}
          name="birthDate"
          type="date"
          defaultValue={stored.birthDate ?? ""}
          error={error("birthDate")}
        />
        <SelectField label={t.account.sex} name="sex" defaultValue={stored.sex ?? ""} error={error("sex")}>
          <option value="">{t.account.sexes.none}</option>
          <option value="female">{t.account.sexes.female}</option>
          <option value="male">{t.account.sexes.male}</option>
        </SelectField>
        <TextField
          label={`${t.account.weight} (${preferences.units === "metric" ? "kg" : "lb"})`}
          name="weightKg"
          type="number"
          inputMode="decimal"
          step="any"
          defaultValue={weightIn(stored.weightKg, preferences.units)}
          error={error("weightKg")}
        />
        {number("maxHeartRate", t.account.maxHeartRate, "bpm")}
        {number("restingHeartRate", t.account.restingHeartRate, "bpm")}
        {number("functionalThresholdPower", t.account.threshold, "W")}
        <TimeZone value={stored.timeZone} error={error("timeZone")} />
      </div>
      {wrong && !wrong.parameter && <Problem error={save.error} />}
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          {t.actions.save}
        </Button>
      </div>
    </form>
  );
}

function TimeZone({ value, error }: { value: string | null | undefined; error: string | undefined }) {
  const t = useText();
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(value ? [value] : [])]);
  return (
    <SelectField
      label={t.account.timeZone}
      hint={t.account.timeZoneHint}
      name="timeZone"
      defaultValue={value ?? "UTC"}
      error={error}
    >
      {[...zones].map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll("_", " ")}
        </option>
      ))}
    </SelectField>
  );
}
