// The life of an account: an administrator makes, suspends and resumes it; its owner changes the password and ends sessions.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { ADMIN, base, checkAccessibility, newAccount, openBrowser, openPage, signIn } from "./harness.mjs";

const OTHER_PASSWORD = "tuba-lantern-orchid-77";

let browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Fills in the sign-in that a page shows. */
async function tryToSignIn(page, { username, password }) {
  await page.goto(`${base}/sign-in`);
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("an account is created, suspended and resumed, and its owner notices each", async () => {
  const account = { username: `member-${randomUUID().slice(0, 8)}`, password: "first-member-passphrase" };
  const { page: admin, complaints } = await openPage(browser);
  await signIn(admin, ADMIN);
  await admin.goto(`${base}/admin/users`);
  await admin.getByRole("button", { name: "New account" }).click();
  const form = admin.getByRole("dialog");
  await form.getByLabel("User name").fill(account.username);
  await form.getByLabel("E-mail").fill(`${account.username}@example.org`);
  await form.getByLabel("First password").fill(account.password);
  await checkAccessibility(admin, "a new account");
  await form.getByRole("button", { name: "Create" }).click();
  await admin.getByText(`The account ${account.username} was created.`).waitFor();

  const { page: member } = await openPage(browser);
  await signIn(member, account);
  await admin.getByLabel("Search", { exact: true }).fill(account.username);
  await admin.getByRole("button", { name: account.username, exact: true }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await admin.getByRole("dialog").last().getByRole("button", { name: "Suspend" }).click();
  await admin.getByText("The account is suspended.").waitFor();
  await member.reload();
  await member.getByRole("heading", { name: "Sign in" }).waitFor();
  await tryToSignIn(member, account);
  await member.getByRole("alert").waitFor();
  assert.match(member.url(), /\/sign-in/);

  await admin.getByRole("button", { name: account.username, exact: true }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await admin.getByText("The account is active again.").waitFor();
  await signIn(member, account);
  assert.deepEqual(complaints, []);
});

test("a new password ends the sessions in other browsers, and the former password no longer works", async () => {
  const account = await newAccount("changer");
  const { page, complaints } = await openPage(browser);
  const { page: elsewhere } = await openPage(browser);
  await signIn(page, account);
  await signIn(elsewhere, account);
  await page.goto(`${base}/account?tab=security`);
  await page.getByLabel("Current password", { exact: true }).fill(account.password);
  await page.getByLabel("New password", { exact: true }).fill(OTHER_PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText(/^The password was changed\. 1 other sessions? ended/).waitFor();
  await elsewhere.reload();
  await elsewhere.getByRole("heading", { name: "Sign in" }).waitFor();
  await tryToSignIn(elsewhere, account);
  await elsewhere.getByRole("alert").waitFor();
  await signIn(elsewhere, { ...account, password: OTHER_PASSWORD });
  assert.deepEqual(complaints, []);
});

test("a session of another browser is ended from the list", async () => {
  const account = await newAccount("traveller");
  const { page, complaints } = await openPage(browser);
  const { page: elsewhere } = await openPage(browser);
  await signIn(elsewhere, account);
  await signIn(page, account);
  await page.goto(`${base}/account?tab=security`);
  const sessions = page.getByRole("table", { name: "Sessions" }).locator("tbody tr");
  await sessions.filter({ hasText: "this session" }).waitFor();
  const others = sessions.filter({ has: page.getByRole("button", { name: "End" }) });
  assert.equal(await others.count(), 1);
  await others.getByRole("button", { name: "End" }).click();
  await page.getByText("The session has ended.").waitFor();
  await others.waitFor({ state: "detached" });
  await elsewhere.reload();
  await elsewhere.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.deepEqual(complaints, []);
});
