export const account = { title: "account" } as const;
