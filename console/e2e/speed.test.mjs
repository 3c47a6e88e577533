// How fast the console is: a first load on a slow processor, a chart that moves, and a file of 2 GB. The figures are printed.
// Also answers that come late.
// A machine that also runs other tests is slow, so only gross misses fail; with STRICT_SPEED=1 the goals themselves hold. The
// work of the main thread of a first load has no slack.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  ATHLETE,
  base,
  call,
  checkAccessibility,
  complete,
  newAccount,
  openBrowser,
  openPage,
  signIn,
  tokenOf,
} from "./harness.mjs";
import { ride } from "./ride.mjs";

/** By how much a figure may miss its goal. */
const SLACK = process.env.STRICT_SPEED ? 1 : 5;
const INTERACTIVE_MS = 1000;
const FRAMES_PER_SECOND = 50;

let browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/**
 * Playwright inspects its pages. V8 then parses a script again to know the line of an `Error` that is made, and React makes some when it
 * starts: a tenth of a second that no person waits for. With this option V8 keeps the lines when it first compiles the script.
 */
const AS_WITHOUT_INSPECTION = "--js-flags=--no-enable-lazy-source-positions";

/**
 * Opens an address in a browser without a cache, on a processor that is four times slower. Returns the milliseconds until an
 * element is there and the main thread is free, so that a click on it has an effect, those of them in which the main thread
 * worked, and those until nothing on the page waits for an answer, which depends on the server. No function of Playwright waits
 * in the page: each would first compile its own script there, which takes a tenth of a second on such a processor.
 */
async function interactiveAfter(browser, path, selector, storageState) {
  const context = await browser.newContext({ storageState, reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(
    ({ wanted, latest }) => {
      // After the next frame, when the work that waits for it is done.
      const afterFrame = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
      const when = (holds, then) => (holds() ? then() : requestAnimationFrame(() => when(holds, then)));
      const waits = () => document.querySelector('[role="status"] > [aria-hidden="true"]') !== null;
      const late = (reject) =>
        setTimeout(() => reject(new Error(`no ${wanted} within ${latest} ms`)), latest);
      globalThis.interactiveAt = new Promise((resolve, reject) => {
        late(reject);
        when(
          () => document.querySelector(wanted) !== null,
          () => afterFrame(resolve),
        );
      });
      globalThis.drawnAt = globalThis.interactiveAt.then(
        () =>
          new Promise((resolve) => {
            when(
              () => !waits(),
              () => afterFrame(resolve),
            );
          }),
      );
    },
    { wanted: selector, latest: 60_000 },
  );
  await page.goto(base + path, { waitUntil: "commit" });
  const told = async (moment) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression: moment,
      awaitPromise: true,
      returnByValue: true,
    });
    assert.equal(typeof result.value, "number", exceptionDetails?.exception?.description);
    return result.value;
  };
  const interactive = await told("interactiveAt");
  const { metrics } = await session.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "TaskDuration").value;
  const drawn = await told("drawnAt");
  await context.close();
  return { after: interactive, drawn, work: 1000 * seconds };
}

test("a first load is interactive within a second on a processor that is four times slower", async (t) => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  const state = await context.storageState();
  await context.close();
  const fresh = await openBrowser(AS_WITHOUT_INSPECTION);
  t.after(() => fresh.close());
  const slow = [];
  for (const [name, path, selector, storageState] of [
    ["Sign-in", "/sign-in", "form button[type=submit]", undefined],
    ["Today", "/today", "main h1", state],
    ["Activities", "/activities", "main h1", state],
    ["Import", "/import", "main button", state],
    ["Explore", "/explore", "main h1", state],
    ["Market", "/marketplace", "main h1", state],
  ]) {
    // The first visit also waits for the server to read its files.
    const visits = [];
    for (let visit = 0; visit < 3; visit += 1) {
      visits.push(await interactiveAfter(fresh, path, selector, storageState));
    }
    const after = Math.min(...visits.map((visit) => visit.after));
    const work = Math.min(...visits.map((visit) => visit.work));
    const drawn = Math.min(...visits.map((visit) => visit.drawn));
    const found = `${name}: interactive after ${after.toFixed(0)} ms, of which its main thread worked ${work.toFixed(0)} ms; answers drawn after ${drawn.toFixed(0)} ms`;
    t.diagnostic(`${found} (goal: ${INTERACTIVE_MS} ms)`);
    // Other work on the machine makes the page wait; it hardly changes how long the page itself works.
    if (after > INTERACTIVE_MS * SLACK || work > INTERACTIVE_MS) {
      slow.push(found);
    }
  }
  assert.deepEqual(slow, []);
});

test("the days of Today are requested while its files load", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  const requested = page.waitForRequest("**/v1/sfdp/metrics?*");
  // The page cannot ask for its days before its own file is here.
  await page.route("**/assets/Today-*.js", async (route) => {
    await requested;
    await route.continue();
  });
  await page.goto(`${base}/today`);
  await complete(page, ".uplot");
  await context.close();
});

test("Today shows what it has while the days are still computed, and says what takes so long", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/sfdp/metrics?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${base}/today`);
  const latest = page.getByRole("region", { name: "Latest activities" });
  await latest.getByRole("link").nth(1).waitFor();
  await page.getByText(/^The server computes form, recovery and sleep/).waitFor();
  await page.getByText(/^The training load of each of the 90 days/).waitFor();
  await checkAccessibility(page, "Today while its days are computed");
  release();
  await complete(page, ".uplot");
  await context.close();
});

const ROWS = 100_000;

test("a list of 100,000 rows shows one page of them, and the next one on request", async () => {
  const token = await tokenOf(ATHLETE);
  const [known] = (await call("GET", "/v1/sfdp/activities?limit=1", { token })).activities;
  const { page, context, complaints } = await openPage(browser);
  await signIn(page);
  let asked = 0;
  await page.route("**/v1/sfdp/activities?*", async (route) => {
    const { searchParams } = new URL(route.request().url());
    const from = Number(searchParams.get("cursor") ?? 0);
    const end = Math.min(from + Number(searchParams.get("limit") ?? ROWS), ROWS);
    const activities = Array.from({ length: end - from }, (_, place) => ({
      ...known,
      id: `act_${from + place}`,
    }));
    asked += 1;
    await route.fulfill({ json: { activities, ...(end < ROWS && { nextCursor: String(end) }) } });
  });
  await page.goto(`${base}/activities`);
  await complete(page, "main table");
  const rows = page.locator("main tbody tr");
  assert.equal(await rows.count(), 50);
  assert.equal(asked, 1);
  await page.getByRole("button", { name: "Show more" }).click();
  await rows.nth(99).waitFor();
  assert.equal(await rows.count(), 100);
  assert.equal(asked, 2);
  assert.deepEqual(complaints, []);
  await context.close();
});

const BUCKETS = 2000;
const POINTS = 10_000_000;

/** Answers as the server does for a series of ten million points: a full answer of buckets, whatever the range. */
function seriesAnswer(url) {
  const { searchParams } = new URL(url);
  const start = Date.parse(searchParams.get("startDate"));
  const end = Date.parse(searchParams.get("endDate"));
  const step = (end - start) / BUCKETS;
  const places = Array.from({ length: BUCKETS }, (_, place) => place);
  const mean = places.map((place) => 120 + 40 * Math.sin(place / 25) + 12 * Math.sin(place * 1.7));
  return {
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    timeZone: "UTC",
    bucketSeconds: Math.max(1, Math.round(step / 1000)),
    bucketStarts: places.map((place) => new Date(start + place * step).toISOString()),
    series: searchParams
      .get("types")
      .split(",")
      .map((type) => ({
        type,
        unit: "/min",
        count: places.map(() => POINTS / BUCKETS),
        mean,
        min: mean.map((value) => value - 8),
        max: mean.map((value) => value + 8),
      })),
    skippedPoints: [],
  };
}

test("a chart over ten million points pans at 50 frames a second", async (t) => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  await page.route("**/v1/sfdp/series?*", (route) =>
    route.fulfill({ json: seriesAnswer(route.request().url()) }),
  );
  await page.goto(`${base}/explore`);
  await complete(page, ".uplot");
  await page.waitForURL(/from=/);
  const { frames, charts, moved } = await page.evaluate(async () => {
    const plots = document.querySelectorAll(".u-over");
    const chart = plots[0];
    const box = chart.getBoundingClientRect();
    const from = new URL(location.href).searchParams.get("from");
    const frames = [];
    await new Promise((resolve) => {
      let last;
      const turn = (now) => {
        if (last !== undefined) {
          frames.push(now - last);
        }
        last = now;
        if (frames.length === 240) {
          resolve();
          return;
        }
        const place = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
        const turned = { deltaY: 12, shiftKey: true, bubbles: true, cancelable: true, ...place };
        chart.dispatchEvent(new WheelEvent("wheel", turned));
        requestAnimationFrame(turn);
      };
      requestAnimationFrame(turn);
    });
    // The address follows the view when it rests.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return { frames, charts: plots.length, moved: new URL(location.href).searchParams.get("from") !== from };
  });
  await context.close();
  assert.ok(moved, "the view moved");
  const rate = (1000 * frames.length) / frames.reduce((sum, one) => sum + one, 0);
  const sorted = frames.toSorted((one, other) => one - other);
  const late = sorted[Math.floor(sorted.length * 0.95)];
  t.diagnostic(
    `${charts} charts pan at ${rate.toFixed(1)} frames/s, 95% of the frames within ${late.toFixed(1)} ms ` +
      `(goal: ${FRAMES_PER_SECOND} frames/s)`,
  );
  assert.ok(rate >= FRAMES_PER_SECOND / SLACK, `${rate.toFixed(1)} frames/s`);
});

test("values that arrive after the view has come to rest are drawn", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  let held = Promise.resolve();
  let release = () => {};
  await page.route("**/v1/sfdp/series?*", async (route) => {
    await held;
    await route.fulfill({ json: seriesAnswer(route.request().url()) });
  });
  await page.goto(`${base}/explore`);
  await complete(page, ".uplot");
  held = new Promise((resolve) => {
    release = resolve;
  });
  await page.getByRole("radio", { name: "Day", exact: true }).check();
  // The view rests when the address has its range.
  await page.waitForTimeout(1000);
  const picture = () => document.querySelector(".uplot canvas").toDataURL();
  const before = await page.evaluate(picture);
  release();
  await page.waitForFunction((old) => document.querySelector(".uplot canvas").toDataURL() !== old, before);
  await context.close();
});

const LARGE_BYTES = 2_000_000_000;
/** Slow enough that the file is still being sent when the test cancels it. */
const SENT_BYTES_PER_SECOND = 4_000_000;

test("a file of 2 GB is sent with its progress, cancelled and sent again", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "lockstep-console-"));
  const path = join(folder, "large export.tcx");
  try {
    // A file with a hole: it begins like a recording, and takes no place on the disk.
    writeFileSync(path, ride().slice(0, 100_000));
    truncateSync(path, LARGE_BYTES);
    const { page, context } = await openPage(browser);
    await signIn(page, await newAccount("archivist"));
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: SENT_BYTES_PER_SECOND,
    });
    await page.goto(`${base}/import`);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose files" }).click();
    await (await chooser).setFiles(path);
    await page.getByText(/^2(\.0)? GB$/).waitFor();
    const sending = page.getByRole("progressbar", { name: /Sending/ });
    await sending.waitFor();
    await page.waitForFunction(() => document.querySelector("main progress")?.value > 0, undefined, {
      timeout: 60_000,
    });
    const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
    t.diagnostic(`the page needs ${(heap / 1e6).toFixed(0)} MB while it sends`);
    assert.ok(heap < 200_000_000, "the file is not read into memory");
    await page.getByRole("button", { name: "Cancel: large export.tcx" }).click();
    await page.getByText("You cancelled this import.").waitFor();
    await checkAccessibility(page, "a large file that was cancelled");
    await page.getByRole("button", { name: "Try again" }).click();
    await sending.waitFor();
    await page.getByRole("button", { name: "Cancel: large export.tcx" }).click();
    await page.getByText("You cancelled this import.").waitFor();
    await context.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
