export const calendar = {
  before: "Month before",
  after: "Month after",
  today: "This month",
  activities: "Activities",
  time: "Time",
  distance: "Distance",
  load: "Training load",
  loadOf: (load: string) => `load ${load}`,
  days: "Days of the month",
} as const;
