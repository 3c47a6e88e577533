export const activities = { title: "activities" };
