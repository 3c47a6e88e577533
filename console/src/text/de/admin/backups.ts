export const backups = {
  title: "Sicherungen",
  text: "Kopien der Daten. Der Server legt sie nach Zeitplan oder auf Wunsch hier an; lockstep backup create legt eine von Hand an, und lockstep backup restore spielt eine zurück, beides auf dem Server.",
  schedule: "Zeitplan",
  change: "Zeitplan ändern",
  every: (hours: string) =>
    `Alle ${hours} Stunden legt der Server eine Sicherung an, prüft sie und spielt sie zur Probe zurück.`,
  never:
    "Geplante Sicherungen sind aus. Setzen Sie backup.directory in der Konfiguration, und schalten Sie sie dann unter Einstellungen ein.",
  commands: "Auf dem Server",
  commandsText:
    "Rufen Sie diese Befehle dort in einem Terminal auf, mit Ihrem eigenen Pfad für FOLDER. Wenn serve die Option --config hat, brauchen auch sie diese.",
  byHand:
    "Legt eine Sicherung in einem beliebigen Ordner an, den es noch nicht gibt. Der Server kann weiterlaufen.",
  verify: "Prüft, ob eine Sicherung brauchbar ist. Sie bleibt unverändert.",
  restore:
    "Spielt eine Sicherung in ein leeres Datenverzeichnis zurück, während der Server steht. Legen Sie vorher den Wurzelschlüssel, epochs.json und erased.json in dessen Ordner secrets.",
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
  noBackups: "Der Ordner enthält keine Sicherung",
  noBackupsText:
    "Klicken Sie auf „Jetzt sichern“, oder schalten Sie geplante Sicherungen unter Einstellungen ein.",
  unconfiguredText:
    "Setzen Sie backup.directory in der Konfiguration, oder legen Sie mit dem Befehl unten eine Sicherung an.",
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
