export const calendar = {
  before: "Monat davor",
  after: "Monat danach",
  today: "Dieser Monat",
  activities: "Aktivitäten",
  time: "Zeit",
  distance: "Strecke",
  load: "Trainingsbelastung",
  loadOf: (load: string) => `Belastung ${load}`,
  days: "Tage des Monats",
};
