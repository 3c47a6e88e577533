// A person erases the own account on the page Privacy, against the real server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { base, checkAccessibility, newAccount, openBrowser, openPage, signIn } from "./harness.mjs";

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("a person erases the account, and the receipt is saved before the page is left", async () => {
  const account = await newAccount("leaver");
  const { page } = await openPage(browser);
  await signIn(page, account);
  await page.goto(`${base}/privacy`);
  await page.getByRole("button", { name: "Erase my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "What remains" }).waitFor();
  await checkAccessibility(page, "the erasure of the account");
  const confirm = dialog.getByRole("button", { name: "Erase my account" });
  assert.ok(await confirm.isDisabled());
  await dialog.getByLabel(/^Type /).fill(account.username);
  await dialog.getByLabel("Password").fill("not this one");
  await confirm.click();
  await dialog.getByText(/is not the password of this account/).waitFor();
  await dialog.getByLabel("Password").fill(account.password);
  const download = page.waitForEvent("download");
  await confirm.click();
  const receipt = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.equal(receipt.format, "lockstep-erasure/1");
  const erased = page.getByRole("heading", { name: "Your account was erased" });
  await erased.waitFor({ timeout: 60_000 });
  assert.ok(await dialog.getByRole("button", { name: "Close", exact: true }).isDisabled());
  // Neither Esc nor the end of the session, which another tab has noticed, takes the receipt away.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  await page.evaluate(() => {
    dispatchEvent(new StorageEvent("storage", { key: "lockstep.session.until", storageArea: localStorage }));
  });
  await refused;
  assert.ok(await erased.isVisible());
  await checkAccessibility(page, "the receipt of the erasure");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForURL(/\/sign-in/);
  await page.getByLabel("User name or e-mail").fill(account.username);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The user name or the password is wrong.").waitFor();
});
