export const settings = {
  title: "Einstellungen",
  text: "Sie wirken sofort, überstehen einen Neustart und stehen mit altem und neuem Wert im Prüfprotokoll.",
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
    money: "der Währung",
    transfers: "Buchungen",
    bits: "Bit",
  },
  groups: {
    database: {
      title: "Speicher und Sicherungen",
      text: "Lesezugriffe auf den Speicher und geplante Sicherungen.",
    },
    network: { title: "Netz", text: "Was alle Clients zusammen benutzen dürfen." },
    encryption: { title: "Verschlüsselung", text: "Schlüssel der Verschlüsselungsarten." },
    alerts: { title: "Warnungen", text: "Wann eine Regel von Warnungen und Zustand zu gelten beginnt." },
    limits: { title: "Anfragegrenzen", text: "Jenseits einer Grenze erhält eine Anfrage 429." },
    market: { title: "Marktplatz", text: "Zahlungen und Genehmigungen." },
  },
  fields: {
    "database.maxConnections": {
      label: "Gleichzeitige Lesezugriffe",
      text: "So viele Lesezugriffe auf den Speicher laufen höchstens zugleich. Ein Konto bekommt die Hälfte davon.",
    },
    "database.timeout": {
      label: "Längster Lesezugriff",
      text: "So lange darf ein Lesezugriff für ein Konto warten und laufen. Danach erhält die Anfrage 503.",
    },
    "database.backupEnabled": {
      label: "Geplante Sicherungen",
      text: "Sicherungen werden angelegt, geprüft und probeweise zurückgespielt. Nötig ist backup.directory in der Konfiguration.",
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
      text: "128 weitere warten, alle anderen werden geschlossen.",
    },
    "network.maxBandwidth": {
      label: "Bandbreite",
      text: "Was alle Verbindungen zusammen empfangen und senden; sie teilen es gleichmäßig. 0 heißt keine Grenze.",
    },
    "encryption.defaultType": {
      label: "Vorgegebene Art",
      text: "Die Verschlüsselungsart von Punkten, wenn das Hochladen eine braucht und keine nennt.",
    },
    "encryption.minKeyLength": {
      label: "Kleinste Sicherheitsstufe",
      text: "Neue Schlüssel und Verschlüsselungen mit einer kleineren Stufe werden abgelehnt.",
    },
    "encryption.autoRotateKeys": {
      label: "Schlüssel selbsttätig wechseln",
      text: "Ein Schlüssel, dessen Zeit abgelaufen ist, wird ersetzt. Daten unter dem alten Schlüssel bleiben lesbar.",
    },
    "encryption.rotationPeriod": {
      label: "Wechsel nach",
      text: "So alt darf ein Schlüssel werden.",
    },
    "alerts.storagePercent": {
      label: "Belegte Platte",
      text: "Ab diesem belegten Anteil der Platte des Speichers gilt die Warnung storage.disk.",
    },
    "alerts.failedSignIns": {
      label: "Gescheiterte Anmeldungen",
      text: "Ab so vielen gescheiterten Anmeldungen gilt die Warnung signins.failed.",
    },
    "alerts.errorPercent": {
      label: "Gescheiterte Anfragen",
      text: "Ab diesem Anteil von Serverfehlern innerhalb von fünf Minuten gilt die Warnung requests.failing.",
    },
    "limits.anonymous": {
      label: "Anfragen ohne Zugang",
      text: "Je Adresse. Darüber hinaus werden nur Zugänge nachgeschlagen, die vor Kurzem gültig waren.",
    },
    "limits.custom": {
      label: "Eigene Grenze",
      text: "Für jedes Konto, dessen Stufe die Grenze „custom“ hat.",
    },
    "market.creditLimit": {
      label: "Kreditrahmen",
      text: "So weit unter null darf ein Kauf einen Saldo bringen. Leer heißt keine Grenze.",
    },
    "wallet.autoApproveThreshold": {
      label: "Preis ohne Genehmigung",
      text: "Ein Datentoken mit höherem Preis wartet auf die Genehmigung eines Administrators.",
    },
    "wallet.gasLimit": {
      label: "Buchungen einer Abrechnung",
      text: "So viele Buchungen darf eine Abrechnung höchstens auslösen.",
    },
    "wallet.network": {
      label: "Abrechnungsweg",
      text: "Diese Installation führt die Salden selbst. Einen anderen Weg gibt es nicht.",
    },
  },
  changesLabel: "Noch nicht gesendete Änderungen",
  changes: (count: number) =>
    count === 1 ? "1 Änderung ist noch nicht gesendet" : `${count} Änderungen sind noch nicht gesendet`,
  wrong: "Ein Wert kann nicht gesendet werden: siehe das rote Feld.",
  discard: "Verwerfen",
  review: "Ansehen",
  reviewTitle: "Diese Änderungen senden?",
  reviewText: "Alle wirken sofort, oder keine, wenn der Server einen Wert ablehnt.",
  send: "Senden",
  saved: "Die Einstellungen wurden geändert.",
  tiers: "Stufen",
  tiersText:
    "Was ein Konto jeder Stufe senden und speichern darf. Ein leeres Feld stellt die Vorgabe wieder her. Konten über einem kleineren Kontingent können lesen und löschen, aber nicht wachsen.",
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
