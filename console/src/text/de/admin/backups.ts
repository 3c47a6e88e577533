export const backups = {
  title: "Sicherungen, Aufträge",
  text: "Arbeiten, die der Server von selbst erledigt. Um eine Sicherung zurückzuspielen, rufen Sie das Programm auf dem Server auf.",
  schedule: "Zeitplan",
  change: "Zeitplan ändern",
  every: (hours: string) =>
    `Alle ${hours} Stunden legt der Server eine Sicherung an, prüft sie und spielt sie zur Probe zurück.`,
  never:
    "Geplante Sicherungen sind aus. Setzen Sie backup.directory in der Konfiguration, und schalten Sie sie dann unter Einstellungen ein.",
  byHand: "So legen Sie jederzeit auf dem Server eine Sicherung an:",
  made: "Neueste Einträge über Sicherungen",
  none: "Das Prüfprotokoll hat keinen Eintrag über eine Sicherung.",
  job: "Auftrag",
  jobText:
    "Ein Auftrag gehört dem Konto, das ihn gestartet hat, und wird eine Stunde aufbewahrt. Suchen Sie einen Ihrer Aufträge mit seiner Nummer.",
  jobId: "Nummer des Auftrags",
  look: "Suchen",
  cancel: "Auftrag abbrechen",
  remove: "Ergebnis löschen",
  canceled: "Der Auftrag wurde entfernt.",
  state: "Stand",
  states: { running: "läuft", succeeded: "gelungen", failed: "gescheitert" },
  error: "Fehler",
};
