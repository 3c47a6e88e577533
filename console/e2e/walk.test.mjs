// Walks every page in both themes, at 320 and 1440 px: no warning of the browser, no violation of WCAG 2.2 AA, at most
// three requests to the API, and the verifier of documents only where it is needed. With WALK=once it visits every page in
// one theme and width, and three in another of each; with SCREENSHOTS=1 it writes the pictures of docs/console.md.
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

/** Charts, a table and a form: the pages that every walk also visits dark and narrow. */
const SAMPLE = new Set(["today", "activities", "account"]);
const walks =
  process.env.WALK === "once"
    ? [
        ["light", 1440, PAGES],
        ["dark", 320, PAGES.filter(({ name }) => SAMPLE.has(name))],
      ]
    : ["light", "dark"].flatMap((theme) => [1440, 320].map((width) => [theme, width, PAGES]));

for (const [theme, width, pages] of walks) {
  test(`${pages.length} pages, ${theme}, ${width} px`, async (t) => {
    const { page, complaints } = await openPage(browser, {
      theme,
      width,
      height: width === 320 ? 640 : 900,
    });
    let signedIn;
    for (const { name, path, ready, signedOut, loads = [], shows = [], fits, as = ATHLETE } of pages) {
      await t.test(name, async () => {
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
        await page.goto(base + (typeof path === "function" ? path(facts) : path));
        await complete(page, ready);
        page.off("request", note);
        assert.ok(requests.length <= MOST_REQUESTS, `${requests.length} requests: ${requests.join(", ")}`);
        assert.deepEqual([...verifier].sort(), loads);
        for (const text of shows) {
          assert.ok(await page.getByText(text, { exact: true }).first().count(), `${name} shows ${text}`);
        }
        await checkAccessibility(page, `${name} ${theme} ${width}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`);
        if (fits) {
          assert.deepEqual(await page.evaluate(cutTables), [], `${name} shows each table whole`);
        }
        if (pictures && width === 1440) {
          await savePicture(page, `${pictures}${name}-${theme}.webp`);
        }
        assert.deepEqual(complaints, [], name);
      });
    }
    await page.context().close();
  });
}
