export const settings = {
  title: "Einstellungen",
  text: "Änderungen gelten sofort und bleiben nach einem Neustart. Das Prüfprotokoll hält den alten und den neuen Wert fest.",
  range: (min: string, max: string) => `${min} bis ${max}.`,
  zeroOr: (range: string) => `0, oder ${range}`,
  outside: (min: string, max: string) => `Geben Sie ${min} bis ${max} ein.`,
  problems: {
    missing: "Geben Sie einen Wert ein.",
    number: "Geben Sie eine Zahl ein, mit einem Punkt vor den Nachkommastellen.",
    whole: "Geben Sie eine ganze Zahl ein.",
    range: "Der Wert ist zu klein oder zu groß.",
  },
  initial: (value: string) => `Vorgabe: ${value}.`,
  none: "keine Grenze",
  on: "an",
  off: "aus",
  restored: "Vorgabe der Konfiguration",
  byDefault: "Vorgabe",
  modes: { AES: "Basis (AES)", FHE: "Berechenbar (FHE)", ZK: "Beweisbar (ZK)" },
  units: {
    days: "Tage",
    seconds: "Sekunden",
    hours: "Stunden",
    connections: "Verbindungen",
    bytesPerSecond: "Bytes je Sekunde",
    reads: "Lesezugriffe",
    percent: "Prozent",
    perMinute: "je Minute",
    money: "Währungseinheiten",
    transfers: "Buchungen",
    bits: "Bit",
  },
  groups: {
    database: {
      title: "Datenbank und Sicherungen",
      text: "Lesezugriffe auf die Datenbank und geplante Sicherungen.",
    },
    network: { title: "Netz", text: "Grenzen für alle Clients zusammen." },
    encryption: { title: "Verschlüsselung", text: "Schlüssel der Verschlüsselungsarten." },
    signIn: { title: "Anmeldung", text: "Was Anmeldungen von Administratoren und Prüfern brauchen." },
    alerts: { title: "Warnungen", text: "Schwellen der Regeln auf der Seite Warnungen und Zustand." },
    limits: {
      title: "Anfragegrenzen",
      text: "Anfragen über einer Grenze werden mit dem Status 429 abgelehnt.",
    },
    market: { title: "Marktplatz", text: "Zahlungen und Genehmigungen." },
  },
  fields: {
    "database.maxConnections": {
      label: "Gleichzeitige Lesezugriffe",
      text: "So viele Lesezugriffe auf die Datenbank laufen höchstens gleichzeitig. Ein Konto bekommt höchstens die Hälfte davon.",
    },
    "database.timeout": {
      label: "Längster Lesezugriff",
      text: "So lange darf ein Lesezugriff für ein Konto warten und laufen. Danach wird die Anfrage mit dem Status 503 abgelehnt.",
    },
    "database.backupEnabled": {
      label: "Geplante Sicherungen",
      text: "Der Server legt Sicherungen an, prüft sie und spielt sie zur Probe zurück. Setzen Sie zuerst backup.directory in der Konfiguration.",
    },
    "database.backupInterval": {
      label: "Zeit zwischen zwei Sicherungen",
      text: "Eine gescheiterte Sicherung wird nach einer Stunde wiederholt.",
    },
    "network.requestTimeout": {
      label: "Längste Anfrage",
      text: "So lange darf eine Anfrage dauern, außer Aufträge und das Hochladen von Dateien.",
    },
    "network.maxConcurrentConnections": {
      label: "Offene Verbindungen",
      text: "Die höchste Zahl offener Verbindungen. 128 weitere können warten, alle anderen schließt der Server.",
    },
    "network.maxBandwidth": {
      label: "Bandbreite",
      text: "Die Grenze für alle Verbindungen zusammen, die sie gleichmäßig teilen. 0 heißt keine Grenze.",
    },
    "encryption.defaultType": {
      label: "Vorgegebene Verschlüsselungsart",
      text: "Die Verschlüsselungsart hochgeladener Punkte, wenn Verschlüsselung verlangt ist und die Anfrage keine Art nennt.",
    },
    "encryption.minKeyLength": {
      label: "Kleinste Sicherheitsstufe",
      text: "Neue Schlüssel und Verschlüsselungen mit einer kleineren Stufe werden abgelehnt.",
    },
    "encryption.autoRotateKeys": {
      label: "Schlüssel automatisch wechseln",
      text: "Der Server ersetzt einen Schlüssel nach der Wechselfrist. Daten, die mit dem alten Schlüssel verschlüsselt sind, bleiben lesbar.",
    },
    "encryption.rotationPeriod": {
      label: "Wechsel nach",
      text: "Das höchste Alter eines Schlüssels.",
    },
    "signIn.administrationNeedsTotp": {
      label: "Zweistufige Anmeldung für die Verwaltung",
      text: "Ohne zweistufige Anmeldung haben Administratoren und Prüfer nur die Rechte eines Benutzers, bis sie diese unter Konto einschalten. Das betrifft auch Sie.",
    },
    "alerts.storagePercent": {
      label: "Belegte Platte",
      text: "Die Warnung storage.disk beginnt, wenn dieser Anteil der Platte der Datenbank belegt ist.",
    },
    "alerts.failedSignIns": {
      label: "Gescheiterte Anmeldungen",
      text: "Die Warnung signins.failed beginnt bei so vielen gescheiterten Anmeldungen innerhalb einer Minute.",
    },
    "alerts.errorPercent": {
      label: "Gescheiterte Anfragen",
      text: "Die Warnung requests.failing beginnt, wenn dieser Anteil der Anfragen innerhalb von fünf Minuten scheitert.",
    },
    "limits.anonymous": {
      label: "Anfragen ohne Anmeldung",
      text: "Die Grenze je Netzwerkadresse. Darüber prüft der Server nur Zugangsdaten, die vor Kurzem gültig waren.",
    },
    "limits.custom": {
      label: "Eigene Grenze",
      text: "Die Grenze für jedes Konto, dessen Stufe die Grenze „custom“ hat.",
    },
    "market.creditLimit": {
      label: "Kreditrahmen",
      text: "So weit darf ein Saldo durch einen Kauf unter null sinken. Ein leeres Feld heißt keine Grenze.",
    },
    "wallet.autoApproveThreshold": {
      label: "Preis ohne Genehmigung",
      text: "Datentoken mit einem höheren Preis muss ein Administrator genehmigen.",
    },
    "wallet.gasLimit": {
      label: "Buchungen einer Abrechnung",
      text: "Die höchste Zahl der Buchungen in einer Abrechnung.",
    },
    "wallet.network": {
      label: "Abrechnungsweg",
      text: "Diese Installation führt die Salden selbst. Einen anderen Weg gibt es nicht.",
    },
  },
  changesLabel: "Nicht gespeicherte Änderungen",
  changes: (count: number) =>
    count === 1 ? "1 nicht gespeicherte Änderung" : `${count} nicht gespeicherte Änderungen`,
  wrong: "Ein Wert ist ungültig: siehe das rote Feld.",
  discard: "Verwerfen",
  review: "Ansehen",
  reviewTitle: "Diese Änderungen speichern?",
  reviewText: "Die Änderungen gelten gemeinsam. Wenn der Server einen Wert ablehnt, ändert sich nichts.",
  send: "Speichern",
  saved: "Die Einstellungen wurden geändert.",
  tiers: "Stufen",
  tiersText:
    "Anfragegrenzen und Speicherkontingente für die Konten jeder Stufe. Ein leeres Feld stellt die Vorgabe wieder her. Ein Konto über seinem Kontingent kann Daten lesen und löschen, aber keine weiteren speichern.",
  tiersTable: "Grenzen jeder Stufe",
  limit: "Grenze",
  limits: {
    "requests.fitness": "Fitnessdaten",
    "requests.platform": "Datensätze und Marktplatz",
    "requests.administration": "Verwaltung",
    "requests.agents": "Agenten",
    "requests.encryption": "Verschlüsselung",
    "quota.bytes": "Gespeicherte Daten",
    "quota.spoolBytes": "Dateien, die auf einen Import warten",
    "quota.series": "Reihen",
    "quota.chunks": "Blöcke",
  },
  per: { minute: "Anfragen je Minute", hour: "Anfragen je Stunde", gib: "GiB", count: "Anzahl" },
};
