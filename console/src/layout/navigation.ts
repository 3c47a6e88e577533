/** The pages in the menu and in the command palette. A new page adds one line here. */
import type { Account } from "../session";
import type { Catalogue } from "../text";
import type { IconName } from "../ui/Icon";

export interface Destination {
  to: string;
  icon: IconName;
  label: (t: Catalogue) => string;
  group: "training" | "data" | "exchange" | "administration" | "account";
  /** The roles that see the page; without it, every role. */
  roles?: readonly Account["role"][];
}

/** Those who read the pages of administration. */
const STAFF = ["admin", "auditor"] as const;

export const DESTINATIONS: readonly Destination[] = [
  { to: "/today", icon: "today", label: (t) => t.nav.today, group: "training" },
  { to: "/activities", icon: "activity", label: (t) => t.nav.activities, group: "training" },
  { to: "/explore", icon: "explore", label: (t) => t.nav.explore, group: "training" },
  { to: "/import", icon: "import", label: (t) => t.nav.import, group: "data" },
  { to: "/privacy", icon: "lock", label: (t) => t.nav.privacy, group: "data" },
  { to: "/devices", icon: "device", label: (t) => t.nav.devices, group: "exchange" },
  { to: "/marketplace", icon: "market", label: (t) => t.nav.market, group: "exchange" },
  { to: "/agents", icon: "agent", label: (t) => t.nav.agents, group: "exchange" },
  { to: "/prove", icon: "proof", label: (t) => t.nav.prove, group: "exchange" },
  { to: "/verify", icon: "check", label: (t) => t.nav.verify, group: "exchange" },
  { to: "/datasets", icon: "data", label: (t) => t.nav.datasets, group: "data" },
  { to: "/keys", icon: "key", label: (t) => t.nav.keys, group: "data" },
  { to: "/calendar", icon: "calendar", label: (t) => t.nav.calendar, group: "training" },
  {
    to: "/admin",
    icon: "today",
    label: (t) => t.admin.overview.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/users",
    icon: "account",
    label: (t) => t.admin.users.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/alerts",
    icon: "warning",
    label: (t) => t.admin.alerts.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/audit",
    icon: "file",
    label: (t) => t.admin.audit.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/approvals",
    icon: "market",
    label: (t) => t.admin.approvals.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/devices",
    icon: "device",
    label: (t) => t.admin.devices.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/backups",
    icon: "data",
    label: (t) => t.admin.backups.title,
    group: "administration",
    roles: STAFF,
  },
  {
    to: "/admin/jobs",
    icon: "clock",
    label: (t) => t.admin.jobs.title,
    group: "administration",
    roles: ["admin"],
  },
  {
    to: "/admin/settings",
    icon: "admin",
    label: (t) => t.admin.settings.title,
    group: "administration",
    roles: STAFF,
  },
  { to: "/account", icon: "account", label: (t) => t.nav.account, group: "account" },
  { to: "/welcome", icon: "check", label: (t) => t.welcome.title, group: "account" },
];

/** Returns the pages of a group that the account may see. */
export function destinations(group: Destination["group"], role: Account["role"]): Destination[] {
  return DESTINATIONS.filter(
    (one) => one.group === group && (one.roles === undefined || one.roles.includes(role)),
  );
}
