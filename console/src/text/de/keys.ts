export const keys = {
  title: "Schlüssel",
  text: "Schlüssel der Verschlüsselungsarten. Der Schlüssel Ihres Kontos steht nicht hier: Er besteht, solange es das Konto gibt.",
  generate: "Schlüssel erzeugen",
  generated: "Der Schlüssel wurde erzeugt. Neue Daten dieser Art werden mit ihm verschlüsselt.",
  generateText:
    "Der Server speichert den Schlüssel. Neue Daten dieser Art werden dann mit ihm verschlüsselt.",
  secretText:
    "Der geheime Teil wird nur einmal gezeigt. Bewahren Sie eine Kopie nur auf, wenn Sie Daten außerhalb dieses Servers entschlüsseln wollen.",
  scheme: "Verfahren",
  use: "Verwendung",
  current: "verschlüsselt neue Daten",
  former: "entschlüsselt ältere Daten",
  changed: "Der Schlüssel wurde geändert.",
  meansTitle: "Was jede Aktion bedeutet",
  acts: {
    rotate: "Wechseln",
    suspend: "Anhalten",
    resume: "Fortsetzen",
    revoke: "Widerrufen",
    destroy: "Vernichten",
    keep: "Schlüssel behalten",
  },
  means: {
    rotate:
      "Ein neuer Schlüssel verschlüsselt neue Daten. Der alte Schlüssel entschlüsselt weiter die älteren Daten.",
    suspend:
      "Bis Sie den Schlüssel fortsetzen, wird mit ihm nichts ver- oder entschlüsselt. Angebote, die ihn brauchen, können nicht gekauft werden.",
    resume: "Der Schlüssel gilt wieder, und seine Daten sind lesbar.",
    revoke:
      "Der Schlüssel ist endgültig angehalten: Mit ihm wird nichts mehr ver- oder entschlüsselt. Sie können ihn danach nur noch vernichten.",
    destroy:
      "Der Schlüssel wird nach sieben Tagen vernichtet, und seine Daten sind dann nie wieder lesbar. Bis dahin können Sie das abbrechen.",
    keep: "Bricht die Vernichtung ab.",
  },
};
