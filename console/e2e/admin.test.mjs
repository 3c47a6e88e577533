// What an administrator does, each act against the real server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import {
  ADMIN,
  base,
  call,
  checkAccessibility,
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

before(async () => {
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser));
  await signIn(page, ADMIN);
});
after(() => browser.close());

test("the audit log is searched, and its signed checkpoint is compared with the entries", async () => {
  await page.goto(`${base}/admin/audit`);
  await page.getByLabel("Words").fill("user.sign_in");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/words=user\.sign_in/);
  const entry = page.getByRole("table").getByRole("button", { name: "user.sign_in" }).first();
  await entry.click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText(/^[0-9a-f]{64}$/)
    .first()
    .waitFor();
  await dialog.getByText("unchanged", { exact: true }).waitFor();
  await checkAccessibility(page, "an entry of the audit log");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Check this checkpoint" }).click();
  await page.getByText("The log still contains the entry with the signed hash").waitFor();
  await page.getByText("a key of this installation signed the checkpoint").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Check the entries of this page up to the checkpoint" }).click();
  await page.getByText(/they are unchanged and in their place/).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Let the server verify the whole log" }).click();
  await page.getByText(/^All .* entries are unchanged and in their place/).waitFor({ timeout: 60_000 });
  await checkAccessibility(page, "a verified audit log");
});

test("the audit log hides the entries of reading it until the administrator wants them", async () => {
  await page.goto(`${base}/admin/audit`);
  await page.getByText(/only record that somebody read this log\. They are hidden/).waitFor();
  const table = page.getByRole("table", { name: "Audit log" });
  await table.waitFor();
  const reads = table.getByText("audit.read", { exact: true });
  assert.equal(await reads.count(), 0);
  // The page itself was read before: its entry is there.
  await page.getByLabel("Show reads of this log").check();
  await page.waitForURL(/reads=shown/);
  await reads.first().waitFor();
  await page.reload();
  await reads.first().waitFor();
  await page.getByLabel("Show reads of this log").uncheck();
  await page.getByText(/They are hidden/).waitFor();
  // The server leaves them out, so another list is loaded.
  await reads.first().waitFor({ state: "detached" });
  assert.equal(await reads.count(), 0);
});

test("an account is erased, and the signed receipt is saved", async () => {
  const { username } = await newAccount("leaver");
  await page.goto(`${base}/admin/users`);
  await page.getByLabel("Search", { exact: true }).fill(username);
  await page.getByRole("button", { name: username, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
  const erase = page.getByRole("dialog").last();
  const confirm = erase.getByRole("button", { name: "Erase" });
  assert.ok(await confirm.isDisabled());
  await erase.getByRole("textbox").fill(username);
  await confirm.click();
  await erase.getByRole("heading", { name: /erased/i }).waitFor({ timeout: 60_000 });
  const download = page.waitForEvent("download");
  await erase.getByRole("button", { name: /receipt/ }).click();
  const receipt = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.ok(receipt.signature ?? receipt.signatures, JSON.stringify(receipt).slice(0, 300));
  assert.doesNotMatch(JSON.stringify(receipt), new RegExp(username));
  await erase.getByRole("button", { name: "Close" }).last().click();
  await page.goto(`${base}/admin/users`);
  await page.getByRole("table", { name: "Erasures" }).locator("tbody tr").first().waitFor();
});

test("an administrator's own account is not erased among the others", async () => {
  await page.goto(`${base}/admin/users`);
  await page.getByLabel("Search", { exact: true }).fill(ADMIN.username);
  await page.getByRole("button", { name: ADMIN.username, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("This is your own account.").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Erase" }).count(), 0);
  await checkAccessibility(page, "the administrator's own account");
  await dialog.getByRole("link", { name: "Sign-in and sessions" }).click();
  await page.waitForURL(/\/account\?tab=security/);
});

test("an offer above the price limit is approved", async () => {
  const token = await tokenOf(await newAccount("seller"));
  const point = { timestamp: "2026-01-05T06:00:00Z", type: "weight", value: 71, unit: "kg", device: "Scale" };
  await call("POST", "/v1/sfdp/data", { token, body: { data: [point] } });
  const body = {
    dataPoints: ["type=weight"],
    price: 5000,
    currency: "EUR",
    accessRules: { duration: "P30D", allowedUses: 10, restrictions: [] },
  };
  const offer = await call("POST", "/v1/sfdp/marketplace/tokens", { token, body });
  assert.equal(offer.status, "pending");
  await page.goto(`${base}/admin/approvals`);
  await page.getByRole("button", { name: `Approve: ${offer.tokenId}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("You cannot take an approval back.").waitFor();
  await checkAccessibility(page, "the approval of an offer");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByText("The offer can be bought now.").waitFor();
  await page.getByText("No offer is waiting for approval").waitFor();
  const approved = await call("GET", `/v1/sfdp/marketplace/tokens/${offer.tokenId}`, { token });
  assert.equal(approved.status, "active");
});

test("the load of the machine is followed while the page is open", async () => {
  await page.goto(`${base}/admin/alerts`);
  await page.getByText("live", { exact: true }).first().waitFor();
  // The chart begins with the second report of the server.
  await page
    .getByRole("group", { name: "Use of processor and memory over time" })
    .waitFor({ timeout: 60_000 });
});

test("a setting is changed after a review, and changed back", async () => {
  for (const value of ["61", "60"]) {
    await page.goto(`${base}/admin/settings`);
    await page.getByLabel("Longest read").fill(value);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("The settings were changed.").waitFor();
  }
});

test("a running job shows how far it is, and nothing where the server does not say it", async () => {
  const job = {
    kind: "encryption",
    status: "running",
    accountId: "usr_a",
    startedAt: "2026-06-01T10:00:00.000Z",
  };
  const jobs = [
    { ...job, jobId: "job_a", progress: { done: 3, total: 9 } },
    { ...job, jobId: "job_b" },
  ];
  await page.route("**/v1/admin/jobs?*", (route) =>
    route.fulfill({ json: { jobs, total: 2, page: 1, limit: 25 } }),
  );
  await page.goto(`${base}/admin/jobs`);
  await page.getByRole("progressbar", { name: "3 of 9 steps done: job_a" }).waitFor();
  await page.getByText("3 of 9 steps done", { exact: true }).waitFor();
  assert.equal(await page.getByRole("progressbar").count(), 1);
  await checkAccessibility(page, "a running job");
  await page.unroute("**/v1/admin/jobs?*");
});

test("the first steps test the root key, and import a first file", async () => {
  await page.goto(`${base}/welcome`);
  const next = page.getByRole("button", { name: "Next step" });
  await page.getByLabel("Current password").waitFor();
  await next.click();
  await page.getByRole("button", { name: "Test the root key" }).click();
  await page.getByText("it opens the keys of this installation").waitFor();
  await checkAccessibility(page, "the root key in the first steps");
  await next.click();
  await page.getByLabel("Date of birth").waitFor();
  await next.click();
  const first = { name: "first ride.tcx", mimeType: "application/xml", buffer: Buffer.from(ride()) };
  await page.locator("input[type=file]").setInputFiles(first);
  await page.getByRole("link", { name: "1 activity" }).waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: "Go to Today" }).click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
});

test("the browser had nothing to complain about", () => {
  assert.deepEqual(complaints, []);
});
