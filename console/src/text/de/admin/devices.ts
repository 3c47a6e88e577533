export const devices = {
  title: "Geräteverbindungen",
  text: "Die Geräte aller Konten in Zahlen. Ein Gerät, seinen Namen und seine Daten sieht nur sein Besitzer.",
  figures: "Verbindungen",
  figuresText: "Nachrichten werden seit dem Start des Servers gezählt.",
  connected: "Jetzt verbunden",
  telemetry: "Nachrichten mit Daten",
  reported: "Gemeldete Zustände",
  acknowledged: "Antworten auf Befehle",
  denied: (count: string) =>
    `Der Server hat ${count} Verbindungen abgelehnt, etwa wegen eines falschen Passworts oder eines gesperrten Geräts.`,
  foreign: (count: string) =>
    `Geräte sendeten ${count} Nachrichten zu Themen, die sie nicht verwenden dürfen.`,
  dropped: (count: string) => `Der Server hat ${count} Nachrichten des externen Brokers verworfen.`,
  elsewhere:
    "Dieser Server hat seine Zahlen unter der Adresse der Einstellung metrics_listen, die ein Browser nicht erreicht. Die Seite über die Überwachung erklärt sie.",
  entries: "Neueste Einträge über Geräte",
  none: "Das Prüfprotokoll hat keinen Eintrag über ein Gerät.",
};
