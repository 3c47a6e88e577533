export const today = { title: "today" };
