export const audit = {
  title: "Prüfprotokoll",
  text: "Wer was getan hat, und wie es ausging. Auch das Lesen wird aufgezeichnet; Einträge der letzten Sekunde können fehlen.",
  reload: "Aktualisieren",
  words: "Wörter",
  wordsHint: "points.upload oder user*",
  component: "Bereich",
  actor: "Wer",
  actorRole: "Damalige Rolle",
  status: "Ausgang",
  statuses: { success: "Erfolg", warning: "Warnung", error: "Fehler" },
  period: "Zeitraum",
  periods: { day: "letzter Tag", week: "letzte Woche", month: "letzter Monat", year: "letztes Jahr" },
  find: "Suchen",
  none: "Kein Eintrag passt zu diesen Filtern",
  noneText: "Alle Wörter müssen vorkommen. „Wort*“ findet jedes Wort, das so beginnt.",
  action: "Handlung",
  details: "Einzelheiten",
  time: "Zeit",
  number: "Nummer in der Kette",
  hash: "Hash",
  hashText: "Der Hash deckt diesen Eintrag und alle früheren ab: Ändert sich einer, ändert er sich.",
  id: "Eintragsnummer",
  metadata: "Metadaten",
  chain: "Kette",
  chainText:
    "Der Hash jedes Eintrags deckt den vorigen ab. Ein signierter Prüfpunkt hält den neuesten Hash zu einer Zeit fest.",
  noCheckpoint:
    "Bisher wurde kein Prüfpunkt signiert. Einer entsteht in jeder Stunde, in der ein Eintrag geschrieben wurde.",
  signedAt: "Signiert",
  covers: "Umfasst",
  entriesTo: (count: string) => `Einträge 1 bis ${count}`,
  head: "Hash des letzten",
  key: "Signaturschlüssel",
  check: "Diesen Prüfpunkt prüfen",
  save: "Speichern",
  compare: "Mit einem aufbewahrten vergleichen",
  newest: "Der neueste Prüfpunkt",
  kept: "Der aufbewahrte Prüfpunkt",
  noCheckpointFile: "Diese Datei ist kein Prüfpunkt eines Prüfprotokolls.",
  headFindings: {
    holds:
      "Das Protokoll hat noch den Eintrag mit dem signierten Hash: die Einträge bis dahin sind die signierten.",
    broken:
      "Der Eintrag des Protokolls hat einen anderen Hash als den signierten. Das Protokoll wurde geändert: Bewahren Sie diese Datei auf, und prüfen Sie das Protokoll auf dem Server.",
    unknown:
      "Das Protokoll zeigt diesen Eintrag nicht: er wurde abgeschnitten, oder eine Löschung entfernte seinen Text. Prüfen Sie das Protokoll auf dem Server.",
  },
  keyFindings: {
    holds: "Der Prüfpunkt nennt diese Installation und ihren jetzigen Signaturschlüssel.",
    broken:
      "Der Prüfpunkt nennt eine andere Installation, oder sein Schlüssel passt nicht zum Fingerabdruck.",
    unknown:
      "Die Seite kann nicht sagen, ob der Schlüssel zu dieser Installation gehört: Er wurde ersetzt, oder die Seite ist nicht über HTTPS geöffnet.",
  },
  checkRest:
    "Die Seite vergleicht Hashes; sie prüft weder die Signatur noch die Hashes dazwischen. Der Server prüft die ganze Kette jede Stunde, und auf Verlangen:",
};
