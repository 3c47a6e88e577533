/** The addresses of the pages. Each page is a file of its own that is loaded when it is first shown. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { failure } from "./api/query";
import { NotFound, PageFailed } from "./layout/Failed";
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
  component: lazyRouteComponent(() => import("./pages/sign-in/SignIn"), "SignIn"),
});

const providerCallback = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/callback",
  component: lazyRouteComponent(() => import("./pages/sign-in/ProviderCallback"), "ProviderCallback"),
});

/** The pages that need a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  // The sign-in needs neither the menu nor what it is built on.
  component: lazyRouteComponent(() => import("./layout/Shell"), "Shell"),
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
  component: lazyRouteComponent(() => import("./pages/today/Today"), "Today"),
});

const activities = createRoute({
  getParentRoute: () => shell,
  path: "/activities",
  validateSearch: (search): { sport?: string; from?: string; to?: string } =>
    texts(search, ["sport", "from", "to"]),
  component: lazyRouteComponent(() => import("./pages/activities/Activities"), "Activities"),
});

const activity = createRoute({
  getParentRoute: () => shell,
  path: "/activities/$id",
  component: lazyRouteComponent(() => import("./pages/activity/ActivityPage"), "ActivityPage"),
});

const explore = createRoute({
  getParentRoute: () => shell,
  path: "/explore",
  validateSearch: (search): { series?: string; from?: string; to?: string } =>
    texts(search, ["series", "from", "to"]),
  component: lazyRouteComponent(() => import("./pages/explore/Explore"), "Explore"),
});

const imports = createRoute({
  getParentRoute: () => shell,
  path: "/import",
  component: lazyRouteComponent(() => import("./pages/import/Import"), "Import"),
});

const privacy = createRoute({
  getParentRoute: () => shell,
  path: "/privacy",
  validateSearch: (search): { confirmed?: string } => texts(search, ["confirmed"]),
  component: lazyRouteComponent(() => import("./pages/privacy/Privacy"), "Privacy"),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  validateSearch: (search): { tab?: string } => texts(search, ["tab"]),
  component: lazyRouteComponent(() => import("./pages/account/AccountPage"), "AccountPage"),
});

const adminUsers = createRoute({
  getParentRoute: () => shell,
  path: "/admin/users",
  validateSearch: (search): { search?: string; role?: string; status?: string; page?: string } =>
    texts(search, ["search", "role", "status", "page"]),
  component: lazyRouteComponent(() => import("./pages/admin/users/Users"), "Users"),
});

const adminSettings = createRoute({
  getParentRoute: () => shell,
  path: "/admin/settings",
  component: lazyRouteComponent(() => import("./pages/admin/settings/Settings"), "Settings"),
});

const welcome = createRoute({
  getParentRoute: () => shell,
  path: "/welcome",
  component: lazyRouteComponent(() => import("./pages/welcome/Welcome"), "Welcome"),
});

const adminOverview = createRoute({
  getParentRoute: () => shell,
  path: "/admin",
  component: lazyRouteComponent(() => import("./pages/admin/overview/Overview"), "Overview"),
});

const adminAudit = createRoute({
  getParentRoute: () => shell,
  path: "/admin/audit",
  validateSearch: (search): AuditSearch =>
    texts(search, ["words", "component", "user", "status", "period", "reads", "page"]),
  component: lazyRouteComponent(() => import("./pages/admin/audit/Audit"), "Audit"),
});

const adminAlerts = createRoute({
  getParentRoute: () => shell,
  path: "/admin/alerts",
  component: lazyRouteComponent(() => import("./pages/admin/alerts/Alerts"), "Alerts"),
});

const adminBackups = createRoute({
  getParentRoute: () => shell,
  path: "/admin/backups",
  component: lazyRouteComponent(() => import("./pages/admin/backups/Backups"), "Backups"),
});

const adminJobs = createRoute({
  getParentRoute: () => shell,
  path: "/admin/jobs",
  component: lazyRouteComponent(() => import("./pages/admin/jobs/Jobs"), "Jobs"),
});

const adminApprovals = createRoute({
  getParentRoute: () => shell,
  path: "/admin/approvals",
  component: lazyRouteComponent(() => import("./pages/admin/approvals/Approvals"), "Approvals"),
});

const adminDevices = createRoute({
  getParentRoute: () => shell,
  path: "/admin/devices",
  component: lazyRouteComponent(() => import("./pages/admin/devices/DeviceConnections"), "DeviceConnections"),
});

const devices = createRoute({
  getParentRoute: () => shell,
  path: "/devices",
  component: lazyRouteComponent(() => import("./pages/devices/Devices"), "Devices"),
});

const device = createRoute({
  getParentRoute: () => shell,
  path: "/devices/$id",
  component: lazyRouteComponent(() => import("./pages/devices/DevicePage"), "DevicePage"),
});

const market = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace",
  validateSearch: (search): MarketSearch => texts(search, ["tab", "words", "kind"]),
  component: lazyRouteComponent(() => import("./pages/market/Market"), "Market"),
});

const sell = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/sell",
  validateSearch: (search): { dataset?: string } => texts(search, ["dataset"]),
  component: lazyRouteComponent(() => import("./pages/market/Sell"), "Sell"),
});

const offer = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/$kind/$id",
  component: lazyRouteComponent(() => import("./pages/market/OfferPage"), "OfferPage"),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: "/agents",
  validateSearch: (search): { agent?: string } => texts(search, ["agent"]),
  component: lazyRouteComponent(() => import("./pages/agents/Agents"), "Agents"),
});

const workflows = createRoute({
  getParentRoute: () => shell,
  path: "/agents/workflows",
  component: lazyRouteComponent(() => import("./pages/agents/Workflows"), "Workflows"),
});

const workflow = createRoute({
  getParentRoute: () => shell,
  path: "/agents/workflows/$id",
  component: lazyRouteComponent(() => import("./pages/agents/canvas/WorkflowPage"), "WorkflowPage"),
});

const prove = createRoute({
  getParentRoute: () => shell,
  path: "/prove",
  component: lazyRouteComponent(() => import("./pages/prove/Prove"), "Prove"),
});

const verify = createRoute({
  getParentRoute: () => shell,
  path: "/verify",
  component: lazyRouteComponent(() => import("./pages/verify/Verify"), "Verify"),
});

const publicVerify = createRoute({
  getParentRoute: () => root,
  path: "/check",
  component: lazyRouteComponent(() => import("./pages/verify/Verify"), "PublicVerify"),
});

const datasets = createRoute({
  getParentRoute: () => shell,
  path: "/datasets",
  component: lazyRouteComponent(() => import("./pages/datasets/Datasets"), "Datasets"),
});

const dataset = createRoute({
  getParentRoute: () => shell,
  path: "/datasets/$id",
  component: lazyRouteComponent(() => import("./pages/datasets/DatasetPage"), "DatasetPage"),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  component: lazyRouteComponent(() => import("./pages/keys/KeysPage"), "KeysPage"),
});

const calendar = createRoute({
  getParentRoute: () => shell,
  path: "/calendar",
  validateSearch: (search): { month?: string } => texts(search, ["month"]),
  component: lazyRouteComponent(() => import("./pages/calendar/Calendar"), "Calendar"),
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
