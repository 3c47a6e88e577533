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
};
