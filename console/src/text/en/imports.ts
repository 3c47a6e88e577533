export const imports = { title: "imports" } as const;
