// The pages that the walk visits. `ready` is an element that only the complete page has.
export const PAGES = [
  { name: "sign-in", path: "/sign-in", ready: "form", signedOut: true },
  { name: "today", path: "/today", ready: ".uplot" },
  { name: "activities", path: "/activities", ready: "table" },
  { name: "activity", path: (facts) => `/activities/${facts.activity}`, ready: ".uplot" },
  { name: "explore", path: "/explore", ready: ".uplot" },
  { name: "import", path: "/import", ready: "input[type=file]" },
  { name: "privacy", path: "/privacy", ready: "table" },
  { name: "account", path: "/account", ready: "form" },
  { name: "devices", path: "/devices", ready: "table" },
  { name: "device", path: (facts) => `/devices/${facts.device}`, ready: "form" },
  { name: "market", path: "/marketplace", ready: "table, fieldset" },
  { name: "ledger", path: "/marketplace?tab=ledger", ready: "table" },
  { name: "offer", path: (facts) => `/marketplace/token/${facts.token}`, ready: "table" },
  { name: "sell", path: "/marketplace/sell", ready: "form" },
  { name: "agents", path: (facts) => `/agents?agent=${facts.agent}`, ready: "table" },
  { name: "workflows", path: "/agents/workflows", ready: "table" },
];
