// What an athlete does with stored data: watches it arrive, takes it away, reads it in other units, and suspends its key.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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
let token;
let activity;

before(async () => {
  browser = await openBrowser();
  const account = await newAccount("owner");
  token = await tokenOf(account);
  const form = new FormData();
  form.append("file", new File([ride()], "Morning ride.tcx"));
  const { activities } = await call("POST", "/v1/sfdp/import", { token, form });
  activity = activities[0].activityId;
  ({ page, complaints } = await openPage(browser));
  await signIn(page, account);
});
after(() => browser.close());

const weight = (value) => ({
  timestamp: "2026-06-14T06:00:00Z",
  type: "weight",
  value,
  unit: "kg",
  device: "Scale",
});

test("the heart rate is shown as a device sends it, also where the newest data is old", async () => {
  const opened = page.waitForEvent("websocket", (one) => one.url().endsWith("/v1/sfdp/stream"));
  await page.goto(`${base}/today`);
  await page.getByText(/^Your newest data is of/).waitFor({ timeout: 60_000 });
  await opened;
  const shown = page.getByRole("main").getByText("143", { exact: true });
  // The server sends only what it stores after it has accepted the socket, and does not say when that is.
  for (let sent = 0; sent < 30 && !(await shown.isVisible()); sent += 1) {
    const timestamp = new Date().toISOString();
    const beat = { timestamp, type: "heart_rate", value: 143, unit: "/min", device: "Strap" };
    await call("POST", "/v1/sfdp/data", { token, body: { data: [beat] } });
    await shown.waitFor({ timeout: 1000 }).catch(() => undefined);
  }
  await shown.waitFor();
  await checkAccessibility(page, "live values");
});

test("a series is downloaded with every measurement", async () => {
  await call("POST", "/v1/sfdp/data", { token, body: { data: [weight(71.5)] } });
  await page.goto(`${base}/privacy`);
  await page.getByLabel("Series", { exact: true }).first().selectOption("weight");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const rows = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split(/\r?\n/);
  assert.equal(rows.length, 2);
  assert.match(rows[1], /weight/);
  assert.match(rows[1], /71\.5/);
});

test("a key is generated, suspended and resumed, and its measurements cannot be read in between", async () => {
  await page.goto(`${base}/keys`);
  await page.getByRole("button", { name: "Generate a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Mode").selectOption("Basic");
  await dialog.getByRole("button", { name: "Generate a key" }).click();
  await dialog.getByText("The secret part of the key is shown only once.").waitFor();
  await checkAccessibility(page, "a new key");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  const data = { encryptionMode: "Basic", data: [{ ...weight(72.5), device: "Bathroom scale" }] };
  await call("POST", "/v1/sfdp/data", { token, body: data });
  const read = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${base}/v1/sfdp/data?type=weight&device=Bathroom%20scale`, { headers });
    const { data = [] } = await answer.json();
    return data.map((point) => point.value);
  };
  assert.deepEqual(await read(), [72.5]);
  const row = page.getByRole("row").filter({ hasText: "Basic" });
  for (const [act, status, values] of [
    ["Suspend", "suspended", []],
    ["Resume", "active", [72.5]],
  ]) {
    await row.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: act, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: act, exact: true }).click();
    await row.getByText(status, { exact: true }).waitFor();
    assert.deepEqual(await read(), values);
  }
});

test("distances and weights are in miles and pounds for a person who chooses them", async () => {
  const distance = async (unit) => {
    await page.goto(`${base}/activities/${activity}`);
    await complete(page, ".uplot");
    const text = await page
      .getByText(new RegExp(`^[\\d.]+ ${unit}$`))
      .first()
      .innerText();
    return Number.parseFloat(text);
  };
  const kilometres = await distance("km");
  await page.goto(`${base}/account`);
  await page.getByLabel("Units").selectOption("imperial");
  await page.getByLabel(/^Weight \(lb\)/).waitFor();
  const miles = await distance("mi");
  assert.ok(Math.abs(kilometres / miles - 1.609) < 0.01, `${kilometres} km, ${miles} mi`);
  await page.goto(`${base}/account`);
  await page.getByLabel("Units").selectOption("metric");
  await page.getByLabel(/^Weight \(kg\)/).waitFor();
});

test("the calendar shows the activities of the month that a person turns to", async () => {
  await page.goto(`${base}/calendar?month=2026-07`);
  await page.getByText("No activity in this month").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByRole("heading", { level: 1, name: "June 2026" }).waitFor();
  await page
    .getByRole("link", { name: /Cycling|Morning ride/ })
    .first()
    .click();
  await page.waitForURL(new RegExp(`/activities/${activity}$`));
});

test("a series is added to the charts of Explore, and another one removed", async () => {
  await page.goto(`${base}/explore?series=heart_rate,power`);
  await complete(page, ".uplot");
  await page.getByRole("button", { name: "Add a series" }).click();
  await page.getByRole("menuitem", { name: "Cadence" }).click();
  await page.getByRole("button", { name: "Remove Power" }).click();
  const summary = page.getByRole("table", { name: "In this view" }).locator("tbody tr");
  await page.waitForURL(/series=heart_rate(%2C|,)cadence/);
  await summary.filter({ hasText: "Cadence" }).waitFor();
  // The address changes before the table does.
  await summary.filter({ hasText: "Power" }).waitFor({ state: "detached" });
  assert.deepEqual(await summary.locator("td:first-child").allInnerTexts(), ["Heart rate", "Cadence"]);
});

test("an import that leaves out a row says which one and why", async () => {
  const rows = [
    "timestamp,type,value,unit,device",
    "2026-06-15T06:00:00Z,weight,71.2,kg,Scale",
    "2026-06-16T06:00:00Z,weight,heavy,kg,Scale",
    "2026-06-17T06:00:00Z,weight,71.4,kg,Scale",
  ];
  await page.goto(`${base}/import`);
  const file = { name: "weights.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Partly imported", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText("2 measurements, 2 of them new").waitFor();
  await page.getByText("row 2: value: must be a finite number").waitFor();
  await checkAccessibility(page, "an import in part");
});

test("the browser had nothing to complain about", () => {
  assert.deepEqual(complaints, []);
});
