export const calendar = {
  before: "Previous month",
  after: "Next month",
  today: "This month",
  activities: "Activities",
  time: "Time",
  distance: "Distance",
  load: "Training load",
  loadOf: (load: string) => `load ${load}`,
  days: "Days of the month",
  none: "No activity in this month",
  noneText: "Choose another month, or import a recording from your watch.",
} as const;
