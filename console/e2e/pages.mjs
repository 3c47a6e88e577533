// The pages that the walk visits. `ready` is an element that only the complete page has.
import { ADMIN } from "./harness.mjs";

export const PAGES = [
  { name: "sign-in", path: "/sign-in", ready: "form", signedOut: true },
  { name: "today", path: "/today", ready: ".uplot" },
  { name: "activities", path: "/activities", ready: "table" },
  { name: "activity", path: (facts) => `/activities/${facts.activity}`, ready: ".uplot" },
  { name: "explore", path: "/explore", ready: ".uplot" },
  { name: "import", path: "/import", ready: "input[type=file]" },
  { name: "privacy", path: "/privacy", ready: "table" },
  { name: "account", path: "/account", ready: "form" },
  { name: "admin-users", path: "/admin/users", ready: "table", as: ADMIN },
  { name: "admin-settings", path: "/admin/settings", ready: "table", as: ADMIN },
  { name: "admin-overview", path: "/admin", ready: ".uplot", as: ADMIN },
  { name: "admin-alerts", path: "/admin/alerts", ready: "dl", as: ADMIN },
  { name: "admin-audit", path: "/admin/audit", ready: "dl", as: ADMIN },
  { name: "admin-backups", path: "/admin/backups", ready: "form", as: ADMIN },
];
