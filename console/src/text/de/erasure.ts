export const erasure = {
  title: "Mein Konto löschen",
  text: "Löscht Ihr Konto mit allem, was dazugehört. Seine Schlüssel werden vernichtet, seine Daten gelöscht und überschrieben, und Sie erhalten eine signierte Quittung. Das lässt sich nicht rückgängig machen.",
  act: "Mein Konto löschen",
  destroyed: "Was vernichtet wird",
  kinds: {
    points: "Messwerte",
    series: "Reihen",
    activities: "Aktivitäten",
    imports: "Importe",
    profiles: "Profil",
    datasets: "Datensätze",
    dataTokens: "Angebotene Daten-Token",
    listings: "Angebote von Datensätzen",
    attachedClaims: "Aussagen zu Angeboten",
    purchases: "Käufe",
    encryptionKeys: "Schlüssel",
    circuits: "Schaltkreise",
    agents: "Agenten",
    workflows: "Abläufe",
    chatMessages: "Chat-Nachrichten",
    devices: "Geräte",
    apiKeys: "API-Schlüssel",
    signIns: "Anmeldungen",
  },
  remains: "Was bleibt",
  sentences: {
    "the purchases and receipts of buyers, without the data":
      "die Käufe und Belege von Käufern, ohne die Daten",
    "the transfers of the ledger, under the number of the account":
      "die Buchungen im Kontobuch, unter der Nummer des Kontos",
    "the positions and hashes of the account's audit entries, without their content, and the id of the account in entries of others":
      "die Plätze und Hashes der Einträge des Kontos im Prüfprotokoll, ohne deren Inhalt, und die Nummer des Kontos in Einträgen anderer",
    "data that left the server: exports, signed documents, what buyers read, and what a webhook, a broker or a language model was sent":
      "Daten, die den Server verlassen haben: Exporte, signierte Dokumente, was Käufer gelesen haben, und was an einen Webhook, einen Broker oder ein Sprachmodell gesendet wurde",
    "backups made before the erasure: their sealed data cannot be opened after the horizon, but their plaintext parts can be read":
      "Sicherungen aus der Zeit vor der Löschung: Ihre verschlüsselten Daten lassen sich nach dem unten genannten Tag nicht mehr öffnen, ihre unverschlüsselten Teile kann man lesen",
  },
  horizon: (day: string) =>
    `Wenn Sie Ihr Konto jetzt löschen, öffnet nach dem ${day} keine ältere Kopie der Schlüssel Ihre Daten.`,
  password: "Passwort",
  again: (label: string) => `Stattdessen erneut mit ${label} anmelden`,
  confirmed: (label: string) =>
    `Sie haben sich erneut mit ${label} angemeldet. Das ersetzt fünf Minuten lang Ihr Passwort. Bestätigen Sie die Löschung unten.`,
  code: "Code Ihrer App oder ein Wiederherstellungscode",
  type: (name: string) => `Geben Sie zur Bestätigung ${name} ein`,
  running:
    "Ihr Konto wird gelöscht. Das kann einige Minuten dauern. Lassen Sie diese Seite geöffnet, bis sie die Quittung zeigt.",
  lost: "Die Löschung hat möglicherweise begonnen und läuft dann weiter. Wenn Sie sich nicht mehr anmelden können, ist Ihr Konto gelöscht: Ein Administrator hat die Quittung.",
  doneTitle: "Ihr Konto wurde gelöscht",
  done: "Diese Quittung beweist die Löschung. Sie wurde als Datei gespeichert. Bewahren Sie die Datei auf: Sie können sich nicht mehr anmelden, um die Quittung abzurufen. Auch ein Administrator hat sie.",
  doneLater: (id: string) =>
    `Die Löschung Ihres Kontos hat begonnen und läuft von selbst weiter. An ihrem Ende wird die Quittung ausgestellt. Notieren Sie ihre Nummer, und bitten Sie einen Administrator um die Quittung: ${id}`,
  save: "Quittung noch einmal speichern",
  leave: "Verlassen",
};
