// A signed-in browser, and the checks of every page.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

export const base = process.env.LOCKSTEP_BASE;
export const ATHLETE = { username: "athlete", password: "demo-runner-password" };
export const BUYER = { username: "buyer", password: ATHLETE.password };
export const ADMIN = { username: "admin", password: "demo-keeper-password" };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Starts Chromium with more options of its command line; end it with `close()`. */
export function openBrowser(...options) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const args = ["--no-sandbox", "--force-color-profile=srgb", ...options];
  return chromium.launch({ executablePath, args });
}

/** Opens a page whose warnings, errors and failed requests are collected. */
export async function openPage(
  browser,
  { theme = "light", width = 1440, height = 900, language = "en-GB" } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: language,
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  return { page, context, complaints };
}

/** Signs in at an address, and waits for a page that costs the server little: Today would compute ninety days. */
export async function signIn(page, { username, password } = ATHLETE, at = base) {
  await page.goto(`${at}/sign-in?next=/import`);
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/import$/);
  // The address changes before the page does; the page accepts keys only with its new content.
  await page.locator("#content").waitFor();
}

/** Waits until the page is complete: its last part is there, and nothing loads any more. */
export async function complete(page, ready) {
  await page.locator(ready).first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    () => !document.querySelector('[role="status"] > [aria-hidden="true"]'),
    undefined,
    {
      timeout: 60_000,
    },
  );
}

/** Checks the page against WCAG 2.2 AA. */
export async function checkAccessibility(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
  assert.deepEqual(found, [], what);
}

/** Calls the API as a program does. */
export async function call(method, path, { token, body, form } = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { "Content-Type": "application/json" }),
    },
    body: form ?? (body && JSON.stringify(body)),
  });
  const json = await answer.json();
  assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}

export async function tokenOf({ username, password }) {
  const { access_token } = await call("POST", "/api/auth/token", { body: { username, password } });
  return access_token;
}

/** Creates an account without data, with this prefix in its name. */
export async function newAccount(begin) {
  const username = `${begin}-${randomUUID().slice(0, 8)}`;
  const password = "plain-tests-password";
  const body = { username, email: `${username}@example.org`, password, tier: "premium" };
  await call("POST", "/v1/admin/users", { token: await tokenOf(ADMIN), body });
  return { username, password };
}
