export const calendar = {
  before: "Voriger Monat",
  after: "Nächster Monat",
  today: "Dieser Monat",
  activities: "Aktivitäten",
  time: "Zeit",
  distance: "Strecke",
  load: "Trainingsbelastung",
  loadOf: (load: string) => `Belastung ${load}`,
  days: "Tage des Monats",
  none: "Keine Aktivität in diesem Monat",
  noneText: "Wählen Sie einen anderen Monat oder importieren Sie eine Aufzeichnung Ihrer Uhr.",
};
