export const prove = {
  title: "Beweisen",
  text: "Beweisen Sie eine Tatsache über Ihre Tageswerte, ohne sie zu zeigen.",
  makeTitle: "Behauptung aufstellen",
  makeText:
    "Eine Behauptung nennt eine Tatsache über vergangene Tage, etwa einen Ruhepuls unter 60. Sie erhalten ein Dokument, das die Tatsache beweist und keinen Wert zeigt.",
  steps: ["Aussage", "Empfänger", "Prüfen"],
  metric: "Wert jedes Tages",
  metricHint: (first: string, last: string) => `Im Modus Beweisbar gespeichert vom ${first} bis ${last}.`,
  nothing: "Sie können noch nichts beweisen",
  nothingText:
    "Speichern Sie zuerst Ruhepuls, Herzratenvariabilität, Schlaf oder Schritte im Modus Beweisbar. Den Modus eines Geräts wählen Sie auf der Seite Geräte.",
  firstDay: "Erster Tag",
  lastDay: "Letzter Tag",
  atLeast: "Mindestens",
  atMost: "Höchstens",
  exists: "ein Wert ist vorhanden",
  days: "Tage",
  bounds: "Grenzen",
  audience: "Empfänger",
  audienceHint:
    "Wer die Behauptung verlangt, zum Beispiel eine Domain. Lassen Sie das Feld leer, wenn Sie die Behauptung an ein Angebot auf dem Markt hängen.",
  anybody: "alle",
  nonce: "Code des Empfängers (base64)",
  nonceHint:
    "Wenn der Empfänger Ihnen einen Code gab, tragen Sie ihn hier ein. Dann kann sich nur dieser Empfänger auf die Behauptung verlassen.",
  until: "Gültig bis",
  untilHint: "Lassen Sie das Feld leer, wenn die Behauptung nicht abläuft.",
  prove: "Beweisen",
  works:
    "Der Server berechnet den Beweis. Beim ersten Beweis jeder Art erzeugt er auch Schlüssel. Das kann einige Minuten dauern.",
  made: "Die Behauptung ist bewiesen.",
  setup: "Einrichtung des Beweises",
  assurance: "Was der Beweis zeigt",
  learns:
    "Der Empfänger erfährt die Aussage, die Tage, Pseudonyme für Sie und Ihre Geräte und die Zahl der verwendeten Messwerte.",
  learnsNot: "Der Empfänger erfährt von keinem Tag den Wert.",
  save: "Dokument speichern",
  showCode: "QR-Code zeigen",
  codeLabel: "QR-Code mit einem Link zur Seite Prüfen und der Prüfsumme des Dokuments",
  codeText: (size: string) =>
    `Der Code enthält einen Link zur Seite Prüfen dieses Servers und die Prüfsumme (SHA-256) des Dokuments. Er enthält nicht das Dokument: Es ist ${size} lang, und ein QR-Code fasst höchstens 2,9 kB. Schicken Sie die Datei mit. Die Seite zeigt dann, ob die Datei das Dokument dieses Codes ist.`,
  codeLocal:
    "Diese Adresse gilt nur auf diesem Computer. Öffnen Sie die Konsole unter der Adresse, die andere verwenden, und zeigen Sie den Code noch einmal.",
  codeNeedsHttps:
    "Die Prüfsumme für den Code kann über eine unverschlüsselte Verbindung nicht berechnet werden. Öffnen Sie die Konsole über HTTPS.",
  saveCode: "Code speichern (SVG)",
  again: "Weitere Behauptung",
};
