// Walks every page in both themes, at 320 and 1440 px: no warning of the browser, no violation of WCAG 2.2 AA, at most
// three requests to the API, and the verifier of documents only where it is needed. It loads every page four times. With
// WALK=once it loads it once, and then changes theme and width in the opened page. With SCREENSHOTS=1 it writes the pictures
// of docs/console.md; with PAGES=today,privacy it visits only these pages.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { factsOf } from "./facts.mjs";
import {
  ADMIN,
  ATHLETE,
  base,
  call,
  checkAccessibility,
  complete,
  openBrowser,
  openPage,
  signIn,
  tokenOf,
} from "./harness.mjs";
import { PAGES } from "./pages.mjs";
import { savePicture } from "./picture.mjs";
import { ride } from "./ride.mjs";

const pictures = process.env.SCREENSHOTS
  ? fileURLToPath(new URL("../../docs/console/", import.meta.url))
  : undefined;
/** The requests that a page may take to load. */
const MOST_REQUESTS = 3;
let browser;
let facts;

before(async () => {
  browser = await openBrowser();
  const form = new FormData();
  form.append("file", new File([ride()], "Morning ride.tcx"));
  const token = await tokenOf(ATHLETE);
  const { activities } = await call("POST", "/v1/sfdp/import", { token, form });
  facts = { activity: activities[0].activityId, ...(await factsOf(token, base)) };
  // A debug build on a busy machine may need longer for the page Today than the default time limit of a request.
  const patient = { network: { requestTimeout: 120 }, database: { timeout: 120 } };
  await call("PATCH", "/v1/admin/settings", { token: await tokenOf(ADMIN), body: patient });
  await call("PATCH", `/v1/sfdp/activities/${facts.activity}`, { token, body: { name: "Round the lake" } });
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
  }
});

after(() => browser.close());

/** Returns the names of the tables that are wider than their place. */
function cutTables() {
  return [...document.querySelectorAll('main [role="group"][aria-label]')]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.getAttribute("aria-label"));
}

const THEMES = ["light", "dark"];
const WIDTHS = [1440, 320];
/** The wide shapes first: a drawing that was fitted to a narrow window keeps its scale in the pictures. */
const SHAPES = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ theme, width })));
/** The pages of the walk: all, or those whose names the variable has, separated by commas. */
const named = process.env.PAGES?.split(",");
const pages = PAGES.filter(({ name }) => named?.includes(name) ?? true);
assert.ok(pages.length >= (named?.length ?? 1), `PAGES has an unknown name: ${named}`);
/** Each walk opens every page once, in its first shape; the others follow in the opened page. */
const walks = process.env.WALK === "once" ? [SHAPES] : SHAPES.map((shape) => [shape]);

const sizeOf = (width) => ({ width, height: width === 320 ? 640 : 900 });

/** Shows the page in another theme and width, and waits until it is drawn. */
async function show(page, { theme, width }) {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(sizeOf(width));
  await page.evaluate(async () => {
    // Charts follow their width in the frame after the one in which it changed.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    // Colours between the two themes have too little contrast.
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });
}

/** What holds in every theme and width: no violation of WCAG 2.2 AA, nothing wider than the window, no cut table. */
async function checkShape(page, { name, fits }, { theme, width }) {
  await checkAccessibility(page, `${name} ${theme} ${width}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide, ${theme}, ${width} px`);
  if (fits) {
    assert.deepEqual(await page.evaluate(cutTables), [], `${name} shows each table whole`);
  }
  if (pictures && width === 1440) {
    await savePicture(page, `${pictures}${name}-${theme}.webp`);
  }
}

for (const shapes of walks) {
  const [first] = shapes;
  const title = shapes.map(({ theme, width }) => `${theme} ${width} px`).join(", ");
  test(`${pages.length} pages: ${title}`, async (t) => {
    const { page, complaints } = await openPage(browser, { theme: first.theme, ...sizeOf(first.width) });
    let signedIn;
    for (const one of pages) {
      const { name, path, ready, signedOut, loads = [], shows = [], as = ATHLETE } = one;
      await t.test(name, async () => {
        await show(page, first);
        if (!signedOut && signedIn !== as) {
          await page.context().clearCookies();
          await signIn(page, as);
          signedIn = as;
        }
        complaints.splice(0);
        const requests = [];
        const verifier = new Set();
        const note = (request) => {
          const { pathname } = new URL(request.url());
          if (/^\/(api|v1)\//.test(pathname)) {
            requests.push(`${request.method()} ${pathname}`);
          } else if (/\.wasm$|\/worker-/.test(pathname)) {
            verifier.add(pathname.endsWith(".wasm") ? "wasm" : "worker");
          }
        };
        page.on("request", note);
        // What a live message makes the page read again is not part of its load.
        const untilMessage = (socket) =>
          socket.on("framereceived", ({ payload }) => {
            if ("channel" in JSON.parse(String(payload))) {
              page.off("request", note);
            }
          });
        page.on("websocket", untilMessage);
        await page.goto(base + (typeof path === "function" ? path(facts) : path));
        await complete(page, ready);
        page.off("request", note);
        page.off("websocket", untilMessage);
        assert.ok(requests.length <= MOST_REQUESTS, `${requests.length} requests: ${requests.join(", ")}`);
        assert.deepEqual([...verifier].sort(), loads);
        for (const text of shows) {
          assert.ok(await page.getByText(text, { exact: true }).first().count(), `${name} shows ${text}`);
        }
        for (const shape of shapes) {
          await show(page, shape);
          await checkShape(page, one, shape);
        }
        assert.deepEqual(complaints, [], name);
      });
    }
    await page.context().close();
  });
}
