/** The schedule of backups, the backups of the installation, and what the audit log says of them. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../api/client";
import { useFormats } from "../../../format";
import { Page } from "../../../layout/Page";
import { useText } from "../../../text";
import { ButtonLink } from "../../../ui/Button";
import { Card, Stack } from "../../../ui/Card";
import { Command } from "../../../ui/Copy";
import { Loaded, Note, Problem } from "../../../ui/State";
import { AuditEntries } from "../AuditEntries";
import { useMayChange } from "../access";
import { settingsQuery } from "../settings/query";
import { StoredBackups } from "./StoredBackups";

export function Backups() {
  const t = useText();
  const texts = t.admin.backups;
  const mayChange = useMayChange();
  return (
    <Page title={texts.title} description={texts.text}>
      <Schedule>{!mayChange && <FailedBackup />}</Schedule>
      {mayChange && <StoredBackups />}
      <Commands />
      <AuditEntries words="backup*" title={texts.made} none={texts.none} />
    </Page>
  );
}

function Schedule({ children }: { children: ReactNode }) {
  const t = useText();
  const format = useFormats();
  const texts = t.admin.backups;
  const settings = useQuery(settingsQuery);
  return (
    <Card
      title={texts.schedule}
      actions={
        <ButtonLink to="/admin/settings" small>
          {texts.change}
        </ButtonLink>
      }
    >
      <Loaded query={settings} height={60}>
        {({ database }) => (
          <Stack tight>
            {children}
            <Note tone={database.backupEnabled ? "good" : "warn"}>
              {database.backupEnabled ? texts.every(format.number(database.backupInterval)) : texts.never}
            </Note>
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

/** What the program does on the server: a backup in any folder, its check, and the restore. */
function Commands() {
  const texts = useText().admin.backups;
  return (
    <Card title={texts.commands} description={texts.commandsText}>
      <Stack>
        {COMMANDS.map(([name, command]) => (
          <Stack key={name} tight>
            <p>{texts[name]}</p>
            <Command>{command}</Command>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

const COMMANDS = [
  ["byHand", "lockstep backup create FOLDER"],
  ["verify", "lockstep backup verify FOLDER"],
  ["restore", "lockstep backup restore FOLDER"],
] as const;

/** For auditors, who do not see the list of backups: the alert says whether the last one failed. */
function FailedBackup() {
  const alerts = useQuery({
    queryKey: ["admin", "alerts", "active", "backup"],
    queryFn: ({ signal }) => api.administration.listAlerts({ status: "active", limit: 100 }, { signal }),
  });
  const failed = alerts.data?.alerts.find((alert) => alert.type === "backup.failed");
  return (
    <>
      {alerts.isError && <Problem error={alerts.error} retry={() => alerts.refetch()} />}
      {failed && <Note tone="bad">{failed.message}</Note>}
    </>
  );
}
