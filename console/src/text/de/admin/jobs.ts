export const jobs = {
  title: "Aufträge",
  text: "Lange Arbeiten, die nach der Antwort auf ihre Anfrage weiterlaufen: Verschlüsselung, Rechnen mit verschlüsselten Daten, Beweise und ihre Prüfung. Importe und Sicherungen haben eigene Seiten.",
  all: "Aufträge aller Konten",
  allText:
    "Der Server bewahrt einen Auftrag nach seinem Ende eine Stunde auf. Nur sein Besitzer sieht das Ergebnis und kann ihn abbrechen. Ihre eigenen können Sie ansehen und abbrechen.",
  none: "Zurzeit hat kein Konto einen Auftrag",
  noneText:
    "Ein Auftrag erscheint, wenn ein Konto eine lange Arbeit beginnt, zum Beispiel einen Beweis. Er verschwindet eine Stunde nach seinem Ende, oder wenn der Server neu startet.",
  noneAction: "Etwas beweisen",
  job: "Auftrag",
  kinds: { encryption: "Verschlüsselung", fitness: "Fitnessdaten" },
  kindTexts: {
    encryption:
      "Verschlüsselt, entschlüsselt, rechnet mit verschlüsselten Werten, erstellt einen Beweis oder prüft einen.",
    fitness: "Beweist eine Aussage über Messwerte.",
  },
  account: "Konto",
  started: "Begonnen",
  age: "Alter",
  since: (time: string) => `läuft seit ${time}`,
  took: (time: string) => `dauerte ${time}`,
  acts: {
    running: "Ansehen oder abbrechen",
    succeeded: "Ansehen oder löschen",
    failed: "Den Grund ansehen",
  },
  others: {
    running: "Sein Besitzer kann ihn abbrechen; ein Neustart des Servers beendet ihn.",
    succeeded: "Sein Besitzer kann das Ergebnis lesen.",
    failed: "Sein Besitzer kann den Grund lesen.",
  },
  state: "Stand",
  states: { running: "läuft", succeeded: "gelungen", failed: "gescheitert" },
  progress: (done: string, total: string) => `${done} von ${total} Schritten erledigt`,
  own: "Einer Ihrer Aufträge",
  ownText: "Suchen Sie einen Ihrer eigenen Aufträge mit seiner Nummer.",
  jobId: "Nummer des Auftrags",
  look: "Suchen",
  cancel: "Auftrag abbrechen",
  remove: "Ergebnis löschen",
  canceled: "Der Auftrag wurde entfernt.",
  error: "Fehler",
};
