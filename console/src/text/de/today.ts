import { evidenceNames, evidenceValues } from "./evidence";

export const today = {
  title: "Heute",
  form: "Form",
  formNote: {
    fresh: "Frisch: Ihre Belastung ist zuletzt niedriger als gewohnt.",
    neutral: "Ausgeglichen: Ihre Belastung gleicht der der letzten Wochen.",
    productive: "Hartes Training: Ihre Fitness wächst.",
    strained: "Hohe Belastung: planen Sie einen leichten Tag.",
  },
  recovery: "Erholung",
  recoveryNote: (days: number) => `von 100, verglichen mit den ${days} Tagen davor`,
  sleep: "Schlaf",
  sleepNote: (usual: string, isLastNight: boolean) =>
    `${isLastNight ? "letzte Nacht · " : ""}üblich ${usual}`,
  restingHeartRate: "Ruhepuls",
  hrv: "Herzratenvariabilität",
  usual: (value: string) => `üblich ${value}`,
  noValue: "Noch kein Wert",
  loadTitle: "Fitness und Ermüdung",
  loadText:
    "Die Trainingsbelastung jedes Tages mit ihrem Mittel über 42 Tage (Fitness) und über 7 Tage (Ermüdung).",
  formTitle: "Form ist Fitness minus Ermüdung",
  loadChart: "Tägliche Trainingsbelastung mit Fitness und Ermüdung",
  formChart: "Form jedes Tages",
  forecast: "Vorhersage",
  plans: {
    none: "Keine Vorhersage",
    usual: "Vorhersage: Training wie gewohnt",
    rest: "Vorhersage: Ruhe",
  },
  expected: (series: string) => `${series}, Vorhersage`,
  forecastText: (days: string, since: string, load: string) =>
    `Die gestrichelten Linien zeigen die ${days} Tage nach dem ${since}, dem Tag Ihrer neuesten Daten. Sie nehmen an jedem dieser Tage eine Trainingsbelastung von ${load} an. Sie sagen Ihre Belastung vorher, nicht Ihre Leistung.`,
  noForecast: "Es gibt keine Vorhersage:",
  load: "Belastung",
  fitness: "Fitness",
  fatigue: "Ermüdung",
  computing: {
    body: (days: string) =>
      `Der Server berechnet Form, Erholung und Schlaf aus Ihren Daten der letzten ${days} Tage. Nach einem Import dauert das am längsten.`,
    load: (days: string) =>
      `Die Trainingsbelastung jedes der ${days} Tage wird berechnet, daraus dann Fitness und Ermüdung.`,
    week: "Die Summen der 7 Tage mit heute werden berechnet.",
    insights:
      "Die 30 Tage bis zu Ihren neuesten Daten werden mit den Tagen davor verglichen, um zu finden, was auffällt.",
  },
  range: "Zeitraum",
  days: (count: number) => `${count} Tage`,
  insights: "Erkenntnisse",
  insightsText: "Schlüsse aus den 30 Tagen bis zu Ihren neuesten Daten, mit den Zahlen dahinter.",
  insightsOf: (first: string, last: string) =>
    `Schlüsse aus der Zeit vom ${first} bis ${last}, den 30 Tagen bis zu Ihren neuesten Daten, mit den Zahlen dahinter.`,
  noInsights: "Nichts fällt auf",
  noInsightsText:
    "Ihre Werte liegen in Ihrem üblichen Bereich. Neue Erkenntnisse erscheinen, wenn Sie Daten hinzufügen.",
  evidence: "Belege",
  evidenceNames,
  evidenceValues,
  rule: "Regel",
  confidence: (share: string) => `Sicherheit ${share}`,
  skipped: (count: number) =>
    count === 1 ? "1 Prüfung hatte zu wenig Daten" : `${count} Prüfungen hatten zu wenig Daten`,
  latest: "Letzte Aktivitäten",
  all: "Alle Aktivitäten",
  week: "7 Tage mit heute",
  weekDays: (first: string, last: string) => `${first} bis ${last}`,
  weekLoad: "Belastung",
  weekSteps: "Schritte",
  zones: "Zeit in den Pulszonen",
  zone: (number: number) => `Zone ${number}`,
  zonesNone: "An diesen Tagen wurde kein Puls aufgezeichnet.",
  live: "Live",
  emptyTitle: "Noch keine Daten",
  emptyText:
    "Importieren Sie einen Export Ihrer Uhr oder App. Die Diagramme erscheinen, sobald die erste Datei gelesen ist.",
  emptyAction: "Daten importieren",
  nothingRecent: (days: number) => `Keine Daten in den letzten ${days} Tagen`,
  nothingRecentText: (day: string) =>
    `Ihre neuesten Daten sind vom ${day}. Wählen Sie einen längeren Zeitraum, sehen Sie sich Ihre Aktivitäten an oder importieren Sie neuere Daten.`,
};
