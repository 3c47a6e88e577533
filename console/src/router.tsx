/** The addresses of the pages. Each page is a file of its own that is loaded when it is first shown. */
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import { failure } from "./api/query";
import { NotFound, PageFailed } from "./layout/Failed";
import { pageOf } from "./page";
import type { AuditSearch } from "./pages/admin/audit/search";
import type { MarketSearch } from "./pages/market/found";
import { keepArrival } from "./pages/sign-in/provider";
import { currentAccount } from "./session";

keepArrival(location, history);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageFailed });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { next?: string; ended?: boolean } => ({
    ...(typeof search["next"] === "string" && { next: search["next"] }),
    ...(search["ended"] === true && { ended: true }),
  }),
  component: pageOf(() => import("./pages/sign-in/SignIn"), "SignIn"),
});

const providerCallback = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/callback",
  component: pageOf(() => import("./pages/sign-in/ProviderCallback"), "ProviderCallback"),
});

/** The pages that need a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  // The sign-in needs neither the menu nor what it is built on.
  component: pageOf(() => import("./layout/Shell"), "Shell"),
  beforeLoad: async ({ location }) => {
    try {
      await currentAccount();
    } catch (error) {
      if (failure(error).kind === "refused") {
        // The recipient of a document can check it without an account.
        if (location.pathname === "/verify") {
          throw redirect({ to: "/check", hash: location.hash });
        }
        throw redirect({ to: "/sign-in", search: location.pathname === "/" ? {} : { next: location.href } });
      }
      throw error;
    }
  },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/today" });
  },
});

const today = createRoute({
  getParentRoute: () => shell,
  path: "/today",
  component: pageOf(() => import("./pages/today/Today"), "Today"),
});

const activities = createRoute({
  getParentRoute: () => shell,
  path: "/activities",
  validateSearch: (search): { sport?: string; from?: string; to?: string } =>
    texts(search, ["sport", "from", "to"]),
  component: pageOf(() => import("./pages/activities/Activities"), "Activities"),
});

const activity = createRoute({
  getParentRoute: () => shell,
  path: "/activities/$id",
  component: pageOf(() => import("./pages/activity/ActivityPage"), "ActivityPage"),
});

const explore = createRoute({
  getParentRoute: () => shell,
  path: "/explore",
  validateSearch: (search): { series?: string; from?: string; to?: string } =>
    texts(search, ["series", "from", "to"]),
  component: pageOf(() => import("./pages/explore/Explore"), "Explore"),
});

const imports = createRoute({
  getParentRoute: () => shell,
  path: "/import",
  component: pageOf(() => import("./pages/import/Import"), "Import"),
});

const privacy = createRoute({
  getParentRoute: () => shell,
  path: "/privacy",
  validateSearch: (search): { confirmed?: string } => texts(search, ["confirmed"]),
  component: pageOf(() => import("./pages/privacy/Privacy"), "Privacy"),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  validateSearch: (search): { tab?: string } => texts(search, ["tab"]),
  component: pageOf(() => import("./pages/account/AccountPage"), "AccountPage"),
});

const adminUsers = createRoute({
  getParentRoute: () => shell,
  path: "/admin/users",
  validateSearch: (search): { search?: string; role?: string; status?: string; page?: string } =>
    texts(search, ["search", "role", "status", "page"]),
  component: pageOf(() => import("./pages/admin/users/Users"), "Users"),
});

const adminSettings = createRoute({
  getParentRoute: () => shell,
  path: "/admin/settings",
  component: pageOf(() => import("./pages/admin/settings/Settings"), "Settings"),
});

const welcome = createRoute({
  getParentRoute: () => shell,
  path: "/welcome",
  component: pageOf(() => import("./pages/welcome/Welcome"), "Welcome"),
});

const adminOverview = createRoute({
  getParentRoute: () => shell,
  path: "/admin",
  component: pageOf(() => import("./pages/admin/overview/Overview"), "Overview"),
});

const adminAudit = createRoute({
  getParentRoute: () => shell,
  path: "/admin/audit",
  validateSearch: (search): AuditSearch =>
    texts(search, ["words", "component", "user", "status", "period", "reads", "page"]),
  component: pageOf(() => import("./pages/admin/audit/Audit"), "Audit"),
});

const adminAlerts = createRoute({
  getParentRoute: () => shell,
  path: "/admin/alerts",
  component: pageOf(() => import("./pages/admin/alerts/Alerts"), "Alerts"),
});

const adminBackups = createRoute({
  getParentRoute: () => shell,
  path: "/admin/backups",
  component: pageOf(() => import("./pages/admin/backups/Backups"), "Backups"),
});

const adminJobs = createRoute({
  getParentRoute: () => shell,
  path: "/admin/jobs",
  component: pageOf(() => import("./pages/admin/jobs/Jobs"), "Jobs"),
});

const adminApprovals = createRoute({
  getParentRoute: () => shell,
  path: "/admin/approvals",
  component: pageOf(() => import("./pages/admin/approvals/Approvals"), "Approvals"),
});

const adminDevices = createRoute({
  getParentRoute: () => shell,
  path: "/admin/devices",
  component: pageOf(() => import("./pages/admin/devices/DeviceConnections"), "DeviceConnections"),
});

const devices = createRoute({
  getParentRoute: () => shell,
  path: "/devices",
  component: pageOf(() => import("./pages/devices/Devices"), "Devices"),
});

const device = createRoute({
  getParentRoute: () => shell,
  path: "/devices/$id",
  component: pageOf(() => import("./pages/devices/DevicePage"), "DevicePage"),
});

const market = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace",
  validateSearch: (search): MarketSearch => texts(search, ["tab", "words", "kind"]),
  component: pageOf(() => import("./pages/market/Market"), "Market"),
});

const sell = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/sell",
  validateSearch: (search): { dataset?: string } => texts(search, ["dataset"]),
  component: pageOf(() => import("./pages/market/Sell"), "Sell"),
});

const offer = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/$kind/$id",
  component: pageOf(() => import("./pages/market/OfferPage"), "OfferPage"),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: "/agents",
  validateSearch: (search): { agent?: string } => texts(search, ["agent"]),
  component: pageOf(() => import("./pages/agents/Agents"), "Agents"),
});

const workflows = createRoute({
  getParentRoute: () => shell,
  path: "/agents/workflows",
  component: pageOf(() => import("./pages/agents/Workflows"), "Workflows"),
});

const workflow = createRoute({
  getParentRoute: () => shell,
  path: "/agents/workflows/$id",
  component: pageOf(() => import("./pages/agents/canvas/WorkflowPage"), "WorkflowPage"),
});

const prove = createRoute({
  getParentRoute: () => shell,
  path: "/prove",
  component: pageOf(() => import("./pages/prove/Prove"), "Prove"),
});

const verify = createRoute({
  getParentRoute: () => shell,
  path: "/verify",
  component: pageOf(() => import("./pages/verify/Verify"), "Verify"),
});

const publicVerify = createRoute({
  getParentRoute: () => root,
  path: "/check",
  component: pageOf(() => import("./pages/verify/Verify"), "PublicVerify"),
});

const datasets = createRoute({
  getParentRoute: () => shell,
  path: "/datasets",
  component: pageOf(() => import("./pages/datasets/Datasets"), "Datasets"),
});

const dataset = createRoute({
  getParentRoute: () => shell,
  path: "/datasets/$id",
  component: pageOf(() => import("./pages/datasets/DatasetPage"), "DatasetPage"),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  component: pageOf(() => import("./pages/keys/KeysPage"), "KeysPage"),
});

const calendar = createRoute({
  getParentRoute: () => shell,
  path: "/calendar",
  validateSearch: (search): { month?: string } => texts(search, ["month"]),
  component: pageOf(() => import("./pages/calendar/Calendar"), "Calendar"),
});

/** Takes the texts of an address; anything else in it is dropped. */
function texts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [name in Name]?: string } {
  const found: { [name in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" && value !== "") {
      found[name] = value;
    }
  }
  return found;
}

const tree = root.addChildren([
  signIn,
  providerCallback,
  publicVerify,
  shell.addChildren([
    home,
    today,
    activities,
    activity,
    explore,
    imports,
    privacy,
    account,
    welcome,
    adminOverview,
    adminUsers,
    adminAudit,
    adminAlerts,
    adminBackups,
    adminJobs,
    adminApprovals,
    adminDevices,
    adminSettings,
    devices,
    device,
    market,
    sell,
    offer,
    agents,
    workflows,
    workflow,
    prove,
    verify,
    datasets,
    dataset,
    keys,
    calendar,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  // The menu stays beside a page that failed.
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
