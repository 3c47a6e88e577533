export const privacy = {
  title: "Privatsphäre",
  text: "Diese Seite zeigt, welche Daten über Sie gespeichert sind, wie sie geschützt sind und wer sie lesen kann.",
  basics: [
    "Jeder Wert ist auf der Platte verschlüsselt, mit einem Schlüssel, der nur zu Ihrem Konto gehört.",
    "Andere Konten können Ihre Werte nicht lesen, außer Sie verkaufen ihnen eine Kopie. Administratoren sehen, dass es Ihr Konto gibt und wie viele Daten es speichert, aber nicht die Daten.",
    "Wenn Sie Daten verkaufen oder teilen, wählen Sie eine Kopie und bestimmen die Bedingungen. Ihre eigenen Daten bleiben hier.",
  ],
  series: "Gespeicherte Reihen",
  seriesText: "Jede Reihe von Messwerten mit dem Verschlüsselungsmodus, in dem sie gespeichert ist.",
  type: "Reihe",
  device: "Gerät",
  mode: "Modus",
  key: "Schlüssel",
  points: "Messwerte",
  period: "Zeitraum",
  accountKey: "Kontoschlüssel",
  modes: {
    none: "Standard",
    Basic: "Basis",
    FHE: "Berechenbar",
    ZK: "Beweisbar",
  },
  modeText: {
    none: "Mit Ihrem Kontoschlüssel verschlüsselt. Der Server entschlüsselt Werte, wenn Sie sie abrufen.",
    Basic:
      "Zusätzlich mit einem eigenen Schlüssel verschlüsselt. Solange er angehalten ist, und nachdem er vernichtet wurde, sind die Werte nicht lesbar, auch nicht für den Server.",
    FHE: "Der Server berechnet Summen und Mittelwerte aus verschlüsselten Werten (homomorphe Verschlüsselung). Nur das Ergebnis wird entschlüsselt.",
    ZK: "Sie können Aussagen über die Werte beweisen, ohne die Werte zu zeigen (Zero-Knowledge-Beweise).",
  },
  changeMode: "Modus ändern",
  newMode: "Neuer Modus",
  changeModeText:
    "Die Seite liest die Messwerte dieser Reihe in diesem Zeitraum und speichert sie erneut im neuen Modus. Messwerte dieses Geräts und dieses Typs, die einen anderen Modus haben, wechseln ebenfalls. Der Modus Berechenbar rundet Werte auf die Nachkommastellen ihres Typs. Lassen Sie die Seite bis zum Ende geöffnet. Wenn sie abbricht, geht nichts verloren: Beginnen Sie von vorn. Messwerte aus einem Import bleiben danach erhalten, wenn Sie diesen Import rückgängig machen.",
  moving: (count: string) => `${count} Messwerte erneut gespeichert`,
  moved: (count: string, mode: string) => `${count} Messwerte sind jetzt im Modus ${mode} gespeichert.`,
  moveStop: "Anhalten",
  moveStopped: (count: string) =>
    `Angehalten. ${count} Messwerte haben den neuen Modus. Ändern Sie den Modus noch einmal, damit auch die übrigen wechseln.`,
  keys: "Schlüssel",
  keysText:
    "Schlüssel der Verschlüsselungsmodi. Ihr Kontoschlüssel steht nicht hier: Er besteht so lange wie Ihr Konto.",
  noKeys: "Sie benutzen keinen Modus mit eigenem Schlüssel.",
  status: "Zustand",
  statuses: {
    active: "aktiv",
    pending: "wird erzeugt",
    rotated: "gewechselt",
    expired: "abgelaufen",
    suspended: "angehalten",
    revoked: "widerrufen",
    pending_destruction: "wird vernichtet",
    destroyed: "vernichtet",
    damaged: "beschädigt",
  },
  created: "Erzeugt",
  expires: "Läuft ab",
  rotate: "Wechseln",
  suspend: "Anhalten",
  resume: "Fortsetzen",
  destroy: "Vernichten",
  keep: "Schlüssel behalten",
  destroyTitle: "Diesen Schlüssel vernichten?",
  destroyText:
    "Der Schlüssel wird nach sieben Tagen vernichtet. Die damit verschlüsselten Messwerte sind dann nie wieder lesbar. Bis dahin können Sie es sich anders überlegen.",
  acted: {
    rotate: "Ein neuer Schlüssel verschlüsselt neue Messwerte.",
    suspend: "Mit diesem Schlüssel wird nichts entschlüsselt, bis Sie ihn fortsetzen.",
    resume: "Der Schlüssel gilt wieder.",
    destroy: "Der Schlüssel wird in sieben Tagen vernichtet.",
    keep: "Der Schlüssel bleibt erhalten.",
  },
  readers: "Wer lesen kann",
  readersText:
    "Alle, die Zugang zu Ihrem Konto haben, und was sie lesen können. Für eine einzelne Reihe wählen Sie in der Tabelle oben ihre Taste mit dem Auge.",
  apiKeys: "Programme mit API-Schlüssel",
  noReaders: "Kein Programm hat einen API-Schlüssel Ihres Kontos.",
  noSeriesReaders: "Kein Programm hat einen API-Schlüssel, der Messwerte lesen kann.",
  readerScopes: { all: "alles, was Sie lesen können", none: "keine Messwerte" },
  seriesReaders: "Wer lesen kann",
  seriesReadersTitle: (series: string, device: string) => `Wer kann ${series} von ${device} lesen?`,
  keyStopped: (status: string) =>
    `Zustand des Schlüssels der neuesten Messwerte: ${status}. Niemand kann sie zurzeit lesen, auch Sie nicht.`,
  who: {
    you: "Sie",
    youText:
      "Browser und Programme, in denen Sie sich angemeldet haben, lesen alles. Sie können jede Anmeldung beenden.",
    signIns: (count: string, isOne: boolean) =>
      isOne
        ? "1 Anmeldung von Ihnen liest alles. Wenn Sie sie nicht kennen, beenden Sie sie."
        : `${count} Anmeldungen von Ihnen lesen alles. Beenden Sie die, die Sie nicht kennen.`,
    sessions: "Sitzungen",
    buyers: "Käufer",
    buyersText:
      "Lesen nur die Kopien, die sie gekauft haben, solange Ihre Bedingungen es erlauben; was sie gelesen oder heruntergeladen haben, können sie behalten. Wer ein Angebot sieht, sieht seine Reihen, Geräte, Tage und Anzahlen von Messwerten. Sie erfahren nicht, wer die Käufer sind, und sie nicht, wer Sie sind.",
    noBuyers:
      "Kein Käufer kann zurzeit eine Kopie dieser Reihe lesen. Was Käufer vorher gelesen oder heruntergeladen haben, können sie behalten.",
    bought: (date: string, end: string | undefined, rules: string) =>
      `Eine Kopie, gekauft am ${date}${end === undefined ? "" : `, lesbar bis ${end}`}${rules && `: ${rules}`}.`,
    agents: "Agenten und Abläufe",
    agentsText:
      "Laufen auf diesem Server mit Ihren Rechten und antworten nur Ihnen. Werte gehen an ein Sprachmodell auf einer anderen Maschine nur, wenn Sie es dem Agenten erlaubt haben; seine Antworten nennen, was gesendet wurde.",
    sharing: (names: string) =>
      `Von Ihren eigenen Agenten dürfen diese Werte an ein Sprachmodell auf einer anderen Maschine senden: ${names}. Die Agenten des Servers stehen nicht in dieser Liste: Ein Programm von Ihnen kann es auch ihnen erlauben.`,
    devices: "Geräte",
    devicesText:
      "Senden Messwerte und lesen nur ihre eigenen Befehle und Einstellungen. Betreibt der Betreiber zwischen ihnen und dem Server einen Nachrichtenvermittler, sieht dieser, was sie senden.",
    webhooks: "Webhooks",
    webhooksText:
      "Erhalten Zeiten, Kennungen und Anzahlen, auch der Arten von Erkenntnissen; nie einen Wert.",
    administrators: "Administratoren und Prüfer",
    administratorsText:
      "Können keine Werte lesen. Sie sehen, wie viel Sie gespeichert haben, die Namen Ihrer API-Schlüssel und im Prüfprotokoll, was Sie wann getan haben.",
    operator: "Der Betreiber des Servers",
    operatorText:
      "Wer die Maschine und ihren Wurzelschlüssel hat, könnte lesen, was der Server entschlüsseln kann, in jedem Modus dieser Seite. Nur Blöcke, die ein Programm von Ihnen vor dem Senden verschlüsselt hat, bleiben verschlossen.",
  },
  manage: "API-Schlüssel verwalten",
  exportTitle: "Nehmen Sie Ihre Daten mit",
  exportText:
    "Laden Sie alles, was Sie gespeichert haben, oder eine Reihe als Datei herunter. Die CSV-Datei können Sie wieder importieren, hier oder anderswo.",
  exportFormat: "Format",
  exportSeries: "Reihe",
  exportAll: "Alle Reihen",
  exportStart: "Herunterladen",
  exporting: (size: string) => `${size} empfangen`,
  formats: { csv: "CSV-Tabelle", omh: "Open mHealth (JSON)", fhir: "FHIR (JSON)", arrow: "Arrow" },
  eraseTitle: "Daten löschen",
  eraseText:
    "Löscht die Messwerte einer Reihe oder aller Reihen. Aktivitäten bleiben in der Liste, aber ohne ihre Messwerte.",
  erase: "Messwerte löschen",
  eraseConfirm: (what: string) => `${what} löschen?`,
  eraseConfirmText:
    "Die Messwerte werden von diesem Server entfernt. Ältere Backups des Betreibers enthalten sie, bis diese Backups gelöscht sind. Das lässt sich nicht rückgängig machen.",
  erased: (count: string) => `${count} Messwerte wurden gelöscht.`,
  none: "Noch keine Daten gespeichert",
  noneText: "Nach einem Import zeigt diese Seite, wie jede Reihe geschützt ist.",
  import: "Daten importieren",
};
