export const backups = {
  title: "Sicherungen, Aufträge",
  text: "Was der Server von selbst tut. Eine Sicherung wird auf dem Server mit dem Programm zurückgespielt.",
  schedule: "Zeitplan",
  change: "Zeitplan ändern",
  every: (hours: string) =>
    `Alle ${hours} Stunden wird eine Sicherung angelegt, geprüft und probeweise zurückgespielt.`,
  never:
    "Es gibt keine geplanten Sicherungen. Nennen Sie backup.directory in der Konfiguration, und schalten Sie sie dann unter Einstellungen ein.",
  byHand: "Jederzeit, auf dem Server:",
  made: "Neueste Einträge über Sicherungen",
  madeText: "Aus dem Prüfprotokoll, die neuesten zuerst.",
  none: "Das Prüfprotokoll hat keinen Eintrag über eine Sicherung.",
  job: "Auftrag",
  jobText:
    "Ein Auftrag gehört dem Konto, das ihn begann, und bleibt eine Stunde. Schlagen Sie einen eigenen nach.",
  jobId: "Nummer des Auftrags",
  look: "Nachschlagen",
  cancel: "Auftrag abbrechen",
  remove: "Ergebnis löschen",
  canceled: "Der Auftrag wurde entfernt.",
  state: "Stand",
  states: { running: "läuft", succeeded: "gelungen", failed: "gescheitert" },
  error: "Fehler",
};
