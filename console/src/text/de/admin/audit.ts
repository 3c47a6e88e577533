export const audit = {
  title: "Prüfprotokoll",
  text: "Jeder Eintrag nennt, wer was getan hat, mit dem Ergebnis. Auch das Lesen wird aufgezeichnet. Einträge der letzten Sekunde können fehlen.",
  reload: "Aktualisieren",
  words: "Wörter",
  wordsHint: "points.upload oder user*",
  component: "Bereich",
  actor: "Wer",
  actorRole: "Damalige Rolle",
  status: "Ergebnis",
  statuses: { success: "Erfolg", warning: "Warnung", error: "Fehler" },
  period: "Zeitraum",
  periods: {
    day: "letzte 24 Stunden",
    week: "letzte 7 Tage",
    month: "letzte 30 Tage",
    year: "letzte 365 Tage",
  },
  find: "Suchen",
  reads: "Auch das Lesen dieses Protokolls zeigen",
  readsHidden:
    "Manche Einträge halten nur fest, dass jemand dieses Protokoll gelesen hat. Sie sind ausgeblendet; die Prüfungen der Kette umfassen sie.",
  readsShown: "Einträge mit der Aktion audit.read halten fest, dass jemand dieses Protokoll gelesen hat.",
  none: "Kein Eintrag passt zu diesen Filtern",
  noneText: "Ein Eintrag muss alle Wörter enthalten. „Wort*“ findet jedes Wort, das mit „Wort“ beginnt.",
  action: "Aktion",
  details: "Einzelheiten",
  time: "Zeit",
  number: "Nummer in der Kette",
  hash: "Hash",
  hashText:
    "Der Hash umfasst diesen Eintrag und alle früheren. Wenn sich einer davon ändert, ändert sich der Hash.",
  previousHash: "Hash des vorigen Eintrags",
  bodyDigest: "Prüfsumme des Inhalts",
  entryCheck: "Hier geprüft",
  entryFindings: { holds: "unverändert", broken: "verändert", unknown: "nicht geprüft" },
  id: "Eintragsnummer",
  metadata: "Metadaten",
  chain: "Kette",
  chainText:
    "Der Hash jedes Eintrags umfasst den vorigen Eintrag. Ein signierter Prüfpunkt hält den neuesten Hash zu einem Zeitpunkt fest.",
  noCheckpoint:
    "Bisher wurde kein Prüfpunkt signiert. Der Server signiert einen für jede Stunde, in der ein Eintrag geschrieben wurde.",
  signedAt: "Signiert",
  covers: "Umfasst",
  entriesTo: (count: string) => `Einträge 1 bis ${count}`,
  head: "Hash des letzten Eintrags",
  key: "Signaturschlüssel",
  check: "Diesen Prüfpunkt prüfen",
  save: "Diesen Prüfpunkt speichern",
  compare: "Mit einem gespeicherten Prüfpunkt vergleichen",
  newest: "Der neueste Prüfpunkt",
  kept: "Der gespeicherte Prüfpunkt",
  noCheckpointFile: "Diese Datei ist kein Prüfpunkt eines Prüfprotokolls.",
  headFindings: {
    holds:
      "Das Protokoll enthält noch den Eintrag mit dem signierten Hash. Alle Einträge bis dahin sind unverändert.",
    broken:
      "Der Eintrag im Protokoll hat einen anderen Hash als der Prüfpunkt. Das Protokoll wurde geändert. Bewahren Sie diese Datei auf, und prüfen Sie das Protokoll auf dem Server.",
    unknown:
      "Das Protokoll zeigt diesen Eintrag nicht. Er wurde abgeschnitten, oder eine Löschung hat seinen Text entfernt. Prüfen Sie das Protokoll auf dem Server.",
  },
  signatureFindings: {
    holds:
      "Die Seite hat die Signatur geprüft: Ein Schlüssel dieser Installation hat den Prüfpunkt signiert.",
    broken: "Die Signatur ist falsch, oder eine andere Installation hat den Prüfpunkt signiert.",
    unknown: "Die Seite konnte das Programm nicht laden, das Signaturen prüft.",
  },
  checkPage: "Die Einträge dieser Seite bis zum Prüfpunkt prüfen",
  pageHolds: (total: string, links: string, covered: string) =>
    `Der Browser hat die Hashes der ${total} Einträge dieser Seite und aller ${links} Einträge bis zum Prüfpunkt berechnet: Sie sind unverändert und an ihrem Platz. Der Prüfpunkt umfasst ${covered} der Einträge dieser Seite.`,
  pageBroken: (number: string) =>
    `Der Eintrag ${number} ist nicht der, der geschrieben wurde: Sein Inhalt, sein Hash oder sein Platz weicht ab. Bewahren Sie den Prüfpunkt auf, und prüfen Sie das Protokoll auf dem Server.`,
  pageTooLong:
    "Zwischen dieser Seite und dem Prüfpunkt liegen zu viele Einträge für den Browser. Lassen Sie den Server das Protokoll prüfen, oder gehen Sie zu einer neueren Seite.",
  pageUnknown: "Dieser Browser berechnet Hashes nur über HTTPS. Lassen Sie den Server das Protokoll prüfen.",
  verifyAll: "Den Server das ganze Protokoll prüfen lassen",
  intact: (entries: string, at: string) =>
    `Alle ${entries} Einträge sind unverändert und an ihrem Platz (geprüft ${at}).`,
  brokenEntry: (number: string, reason: string) =>
    `Der Eintrag ${number} ist nicht der, der geschrieben wurde: ${reason}.`,
  erasedEntries: (count: string) =>
    `Eine Löschung hat den Text von ${count} davon entfernt. Ihre Plätze in der Kette sind geprüft.`,
  checkRest:
    "Der Browser berechnet den Hash jedes Eintrags, den er zeigt, und auf Wunsch die Kette von ihnen bis zum Prüfpunkt. Der Server prüft das ganze Protokoll jede Stunde und auf Wunsch. Um es ohne den Server zu prüfen, rufen Sie auf:",
};
