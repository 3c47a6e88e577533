export const privacy = { title: "privacy" } as const;
