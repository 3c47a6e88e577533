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
  periods: { day: "letzter Tag", week: "letzte Woche", month: "letzter Monat", year: "letztes Jahr" },
  find: "Suchen",
  none: "Kein Eintrag passt zu diesen Filtern",
  noneText: "Ein Eintrag muss alle Wörter enthalten. „Wort*“ findet jedes Wort, das mit „Wort“ beginnt.",
  action: "Aktion",
  details: "Einzelheiten",
  time: "Zeit",
  number: "Nummer in der Kette",
  hash: "Hash",
  hashText:
    "Der Hash umfasst diesen Eintrag und alle früheren. Wenn sich einer davon ändert, ändert sich der Hash.",
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
  keyFindings: {
    holds: "Der Prüfpunkt nennt diese Installation und ihren jetzigen Signaturschlüssel.",
    broken:
      "Der Prüfpunkt nennt eine andere Installation, oder sein Schlüssel passt nicht zum Fingerabdruck.",
    unknown:
      "Diese Seite kann nicht feststellen, ob der Schlüssel zu dieser Installation gehört. Er wurde ersetzt, oder die Seite wurde nicht über HTTPS geöffnet.",
  },
  checkRest:
    "Diese Seite vergleicht nur Hashes. Sie prüft weder die Signatur noch die Hashes dazwischen. Der Server prüft die ganze Kette jede Stunde. Um sie jetzt zu prüfen, rufen Sie auf:",
};
