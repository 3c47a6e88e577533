export const imports = { title: "imports" };
