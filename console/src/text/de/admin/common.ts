export const common = {
  range: (from: string, to: string, total: string) => `${from}–${to} von ${total}`,
  page: "Seite",
  ofPages: (count: string) => `von ${count}`,
  earlier: "Vorige Seite",
  later: "Nächste Seite",
  clear: "Filter löschen",
  all: "Alle",
  readOnly: "Sie haben die Rolle Prüfer: Sie sehen hier alles und ändern nichts.",
  connection: { connecting: "verbindet", live: "live", lost: "nicht live: neuer Versuch" },
};
