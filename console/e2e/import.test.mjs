// From an empty account to the charts of an imported ride, and back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
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

let browser;
let page;
let complaints;
let account;

before(async () => {
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser));
  account = await newAccount("newcomer");
  await signIn(page, account);
});
after(() => browser.close());

test("an account without data says what to do next on every page", async () => {
  for (const [path, words] of [
    ["/today", "No data yet"],
    ["/activities", "No activities yet"],
    ["/explore", "Nothing to explore yet"],
    ["/import", "Nothing has been imported yet"],
    ["/privacy", "No data is stored yet"],
    ["/calendar", "No activity in this month"],
    ["/devices", "No devices yet"],
    ["/datasets", "No datasets yet"],
    ["/prove", "You cannot prove anything yet"],
    ["/marketplace?tab=own", "You do not offer any measurements"],
    ["/marketplace?tab=purchases", "No purchases yet"],
    ["/marketplace?tab=ledger", "No transfers yet"],
    ["/agents/workflows", "No workflows yet"],
  ]) {
    await page.goto(base + path);
    await page.getByText(words).waitFor();
    await checkAccessibility(page, path);
  }
});

test("a recording is imported, and its activity has charts and a track", async () => {
  await page.goto(`${base}/import`);
  const file = { name: "ride <b>one</b>.tcx", mimeType: "application/xml", buffer: Buffer.from(ride()) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Imported", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("cell", { name: "ride <b>one</b>.tcx" }).waitFor();
  await page.getByRole("link", { name: "1 activity" }).click();
  await complete(page, ".uplot");
  assert.ok((await page.locator(".uplot").count()) >= 3);
  await page.getByRole("img", { name: /Track of/ }).waitFor();
  assert.equal(await page.getByRole("table", { name: "Laps" }).locator("tbody tr").count(), 3);
});

test("the charts of an activity share one cursor, also that of the keyboard", async () => {
  // A pointer above a chart would take the cursor.
  await page.mouse.move(0, 0);
  await page.locator("main figure [role=group]").first().focus();
  await page.keyboard.press("PageDown");
  // The last entry above each chart says at which time the cursor is.
  await page.waitForFunction(() => {
    const entries = document.querySelectorAll("main figure dl > div:last-child dd");
    const moments = new Set([...entries].map((one) => one.textContent));
    return entries.length >= 3 && moments.size === 1 && !moments.has("");
  });
});

test("the highest means of an activity are drawn over their durations", async () => {
  await page.getByRole("radio", { name: "Power" }).check();
  const curve = page.getByRole("group", { name: "Power: the highest mean over each duration" });
  await curve.locator(".uplot").waitFor({ timeout: 60_000 });
  await page.locator("dt").getByText("20:00", { exact: true }).waitFor();
  await checkAccessibility(page, "the curve of an activity");
});

test("a name with markup is shown as text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Rename and notes" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  assert.equal(await page.locator("h1 img").count(), 0);
});

test("a file that is not a recording is refused in words", async () => {
  await page.goto(`${base}/import`);
  const file = { name: "cat.png", mimeType: "image/png", buffer: Buffer.from("\u0089PNG no image") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Failed", { exact: true }).waitFor({ timeout: 60_000 });
  const refusal = page.getByRole("alert");
  await refusal.getByText("This file, or these data, could not be used.").waitFor();
  await refusal.getByText("The server says:").waitFor();
});

test("an import is undone", async () => {
  await page.goto(`${base}/import`);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await page.getByText(/measurements and 1 activity were deleted/).waitFor({ timeout: 60_000 });
  await page.goto(`${base}/activities`);
  await page.getByText("No activities yet").waitFor();
});

test("files are imported while another page is shown, and one of them is cancelled", async () => {
  await page.goto(`${base}/import`);
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const path = "**/v1/sfdp/import";
  await page.route(path, async (route) => {
    await held;
    // The request of the cancelled file has ended.
    await route.continue().catch(() => {});
  });
  const file = (name) => ({ name, mimeType: "application/xml", buffer: Buffer.from(ride()) });
  await page.locator("input[type=file]").setInputFiles([file("first.tcx"), file("second.tcx")]);
  await page.getByRole("button", { name: "Cancel: first.tcx" }).click();
  await page.getByText("Cancelled", { exact: true }).waitFor();
  await page.getByText("You can open other pages meanwhile.").waitFor();
  await page.getByRole("link", { name: "Devices", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
  release();
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByText("Imported", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText("Cancelled", { exact: true }).waitFor();
  await checkAccessibility(page, "a cancelled import");
  await page.unroute(path);
});

test("Today names the newest data of an account whose data is old", async () => {
  const old = await newAccount("returner");
  const point = { timestamp: "2024-02-03T10:00:00Z", type: "weight", value: 71, unit: "kg", device: "Scale" };
  await call("POST", "/v1/sfdp/data", { token: await tokenOf(old), body: { data: [point] } });
  await page.context().clearCookies();
  await signIn(page, old);
  await page.goto(`${base}/today`);
  await page.getByText("No data in the last 90 days").waitFor();
  await page.getByText("Your newest data is of 3 Feb 2024.").waitFor();
  await checkAccessibility(page, "Today with old data");
  await page.getByRole("radio", { name: "180 days" }).check();
  await page.getByText("No data in the last 180 days").waitFor();
});

test("the browser had nothing to complain about except the refused file", () => {
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes("422") && !complaint.includes("400")),
    [],
  );
});
