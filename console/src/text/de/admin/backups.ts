export const backups = {
  title: "Sicherungen",
  text: "Kopien der Daten, die der Server von selbst anlegt. Um eine Sicherung zurückzuspielen, rufen Sie das Programm auf dem Server auf.",
  schedule: "Zeitplan",
  change: "Zeitplan ändern",
  every: (hours: string) =>
    `Alle ${hours} Stunden legt der Server eine Sicherung an, prüft sie und spielt sie zur Probe zurück.`,
  never:
    "Geplante Sicherungen sind aus. Setzen Sie backup.directory in der Konfiguration, und schalten Sie sie dann unter Einstellungen ein.",
  byHand: "So legen Sie auf dem Server eine Sicherung in einem anderen Ordner an:",
  stored: "Sicherungen auf dem Server",
  storedText: "Die Ordner in backup.directory, die neuesten zuerst. Keiner enthält den Wurzelschlüssel.",
  start: "Jetzt sichern",
  started: "Der Server legt eine Sicherung an. Das kann einige Minuten dauern.",
  running: "Der Server legt eine Sicherung an, prüft sie und spielt sie zur Probe zurück.",
  failed: (at: string) =>
    `Der letzte Versuch (${at}) ist gescheitert. Die Seite mit den Warnungen sagt, warum.`,
  damagedAttempt: (at: string) =>
    `Die letzte Sicherung (${at}) hat beschädigte Zeilen. Die Seite mit den Warnungen sagt, was zu tun ist.`,
  unconfigured:
    "Es ist kein Ordner für Sicherungen konfiguriert. Setzen Sie backup.directory in der Konfiguration, und starten Sie den Server neu.",
  noBackups: "Der Ordner enthält keine Sicherung.",
  name: "Ordner",
  tested: "Zur Probe zurückgespielt",
  testedNames: { good: "ja", bad: "nein", unknown: "nein, von Hand angelegt" },
  rows: "Zeilen",
  rowsNames: { good: "unbeschädigt", bad: "einige sind beschädigt", unknown: "nicht bekannt" },
  size: "Größe",
  madeAt: "Angelegt",
  made: "Neueste Einträge über Sicherungen",
  none: "Das Prüfprotokoll hat keinen Eintrag über eine Sicherung.",
};
