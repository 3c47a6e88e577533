// From an empty account to the charts of an imported ride, and back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { base, checkAccessibility, complete, newAccount, openBrowser, openPage, signIn } from "./harness.mjs";
import { ride } from "./ride.mjs";

let browser;
let page;
let complaints;

before(async () => {
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser));
  await signIn(page, await newAccount("newcomer"));
});
after(() => browser.close());

test("an account without data says what to do next on every page", async () => {
  for (const [path, words] of [
    ["/today", "No data yet"],
    ["/activities", "No activities yet"],
    ["/explore", "Nothing to explore yet"],
    ["/import", "Nothing has been imported yet"],
    ["/privacy", "No data is stored yet"],
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

test("a name with markup is shown as text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Rename and notes" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  assert.equal(await page.locator("h1 img").count(), 0);
});

test("a file that is no recording is refused in words", async () => {
  await page.goto(`${base}/import`);
  const file = { name: "cat.png", mimeType: "image/png", buffer: Buffer.from("\u0089PNG no image") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Failed", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("alert").waitFor();
});

test("an import is undone", async () => {
  await page.goto(`${base}/import`);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await page.getByText(/measurements and 1 activity were deleted/).waitFor({ timeout: 60_000 });
  await page.goto(`${base}/activities`);
  await page.getByText("No activities yet").waitFor();
});

test("the browser had nothing to complain about except the refused file", () => {
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes("422") && !complaint.includes("400")),
    [],
  );
});
