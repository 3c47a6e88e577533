export const privacy = { title: "privacy" };
