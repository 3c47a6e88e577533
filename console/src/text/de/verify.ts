export const verify = {
  title: "Dokument prüfen",
  text: "Prüfen Sie eine Behauptung, ein Zertifikat oder eine Quittung, die Sie bekommen haben.",
  loading: "Das Prüfprogramm wird geladen. Nichts von dem, was Sie hier eingeben, wird gesendet.",
  ready:
    "Diese Seite prüft Dokumente selbst: Nichts von dem, was Sie hier eingeben, wird gesendet. Sie können das Netz jetzt abschalten. Die Seite arbeitet weiter, bis Sie den Tab schließen oder neu laden.",
  questionTitle: "Dokument",
  zone: {
    drop: "Dokument hier ablegen",
    dropNow: "Loslassen, um das Dokument zu lesen",
    or: "oder",
    choose: "Datei wählen",
    limit: "Bis 8 MB. Die Datei bleibt in dieser Seite.",
  },
  document: "Oder das Dokument einfügen (JSON)",
  tooLarge: "Die Datei hat mehr als 8 MB. Sie ist kein Dokument.",
  keys: "Vertraute Schlüssel",
  ownKeys: "Diese Installation",
  ownKeysText:
    "Dieser Server hat der Seite seine Schlüssel gegeben. Das Ergebnis ist so viel wert wie Ihr Vertrauen in seinen Betreiber. Fingerabdruck des aktuellen Schlüssels:",
  serverKeys: (host: string) => `Der Server ${host}`,
  publicKeys:
    "Ein Dokument ist so viel wert wie Ihr Vertrauen in die Schlüssel, die es signiert haben. Wenn Sie dem Betreiber dieses Servers vertrauen, wählen Sie seine Schlüssel: Die Seite fragt dann diesen Server danach und sendet nichts, was Sie eingegeben haben. Wählen Sie sonst eine Datei mit den Schlüsseln des Servers, der signiert hat.",
  codeText:
    "Der QR-Code nennt ein Dokument. Geben Sie der Seite die Datei, die Sie dazu bekommen haben. Prüfsumme (SHA-256):",
  codeMatches: {
    same: "Dies ist das Dokument des QR-Codes.",
    other: "Dies ist nicht das Dokument des QR-Codes.",
    unknown:
      "Die Seite kann das Dokument über eine unverschlüsselte Verbindung nicht mit dem QR-Code vergleichen. Öffnen Sie sie über HTTPS.",
  },
  fileKeys: "Schlüsseldatei",
  keyFile: "Datei mit den Schlüsseln",
  keyFileHint:
    "Für Dokumente eines anderen Servers, oder wenn Sie diesem nicht vertrauen: die Antwort von GET /v1/encryption/attestation-key des Servers, der signiert hat, oder sein öffentlicher Schlüssel in base64. Die Datei muss aus einer Quelle stammen, der Sie vertrauen.",
  noKeys:
    "Diese Datei enthält keinen Schlüssel. Wählen Sie die Antwort von GET /v1/encryption/attestation-key.",
  audience: "Erwarteter Empfänger",
  audienceHint:
    "Eine Behauptung für einen bestimmten Empfänger ist nur gültig, wenn Sie genau diesen Empfänger eintragen.",
  nonce: "Erwarteter Code (base64)",
  nonceHint: "Wenn Sie dem Verfasser der Behauptung einen Code gaben, tragen Sie ihn hier ein.",
  check: "Prüfen",
  resultTitle: "Ergebnis",
  noResult: "Es wurde noch kein Dokument geprüft.",
  noDocument: "Dieser Text ist kein Dokument, das ein Lockstep-Server signiert hat.",
  holds: "Das Dokument ist gültig.",
  fails: "Das Dokument ist nicht gültig.",
  format: "Format",
  signedAt: "Signiert",
  signer: "Fingerabdruck des signierenden Schlüssels",
  anybody: "alle",
  setup: "Einrichtung des Beweises",
  assurance: "Was der Beweis zeigt",
  content: "Alle signierten Werte",
  worth:
    "Die Signatur zeigt, dass der Server diese Werte hatte, nicht, dass sie wahr sind. Ob eine Behauptung abgelaufen ist, beurteilt die Seite nach der Uhr Ihres Geräts.",
};
