export const explore = { title: "explore" };
