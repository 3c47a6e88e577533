export const explore = { title: "explore" } as const;
