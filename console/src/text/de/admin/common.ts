export const common = {
  range: (from: string, to: string, total: string) => `${from}–${to} von ${total}`,
  page: "Seite",
  ofPages: (count: string) => `von ${count}`,
  earlier: "Vorige Seite",
  later: "Nächste Seite",
  clear: "Filter löschen",
  all: "Alle",
  readOnly: "Sie sind Prüfer: Sie können hier alles sehen, aber nichts ändern.",
  fromAudit: "Aus dem Prüfprotokoll, die neuesten zuerst.",
  connection: { connecting: "verbindet", live: "live", lost: "getrennt: neuer Versuch" },
};
