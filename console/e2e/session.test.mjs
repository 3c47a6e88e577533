// Signing in and out, and the end of a session.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import {
  ATHLETE,
  base,
  checkAccessibility,
  complete,
  newAccount,
  openBrowser,
  openPage,
  signIn,
} from "./harness.mjs";

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("the demo prints the address of the console and an account that is ready", async () => {
  const said = process.env.LOCKSTEP_SAID ?? "";
  const [, address] = /Open (http:\S+) in a browser for the console/.exec(said) ?? [];
  const [, username, password] = /athlete: user `([^`]+)`, password `([^`]+)`/.exec(said) ?? [];
  assert.ok(address && username && password, said);
  const { page } = await openPage(browser);
  await page.goto(address);
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
});

test("a wrong password is refused in words, and the right one leads to Today", async () => {
  const { page } = await openPage(browser);
  await page.goto(base);
  await page.waitForURL(/\/sign-in/);
  await page.getByLabel("User name or e-mail").fill(ATHLETE.username);
  await page.getByLabel("Password").fill("not this one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The user name or the password is wrong.").waitFor();
  await page.getByLabel("Password").fill(ATHLETE.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/today$/);
});

test("the credential is out of reach of scripts", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  const cookies = await context.cookies();
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })),
    [{ name: "lockstep", httpOnly: true, sameSite: "Strict" }],
  );
  const reachable = await page.evaluate(
    () => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  assert.doesNotMatch(reachable, /lk_/);
});

test("an ended session leads to the sign-in and back to the same page", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  await page.goto(`${base}/activities?sport=running`);
  await page.getByRole("heading", { name: "Activities" }).waitFor();
  await context.clearCookies();
  await page.getByLabel("Sport").selectOption("cycling");
  await page.getByText("Your session has ended.").waitFor();
  await page.getByLabel("User name or e-mail").fill(ATHLETE.username);
  await page.getByLabel("Password").fill(ATHLETE.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/activities\?/);
});

test("signing out ends the session at the server", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  const [cookie] = await context.cookies();
  await page.getByRole("button", { name: /athlete/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  assert.deepEqual(await context.cookies(), []);
  const headers = { Cookie: `${cookie.name}=${cookie.value}`, "Lockstep-Console": "1" };
  assert.equal((await fetch(`${base}/api/auth/me`, { headers })).status, 401);
});

test("a sign-out in another tab ends the page of the account", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`${base}/import`);
  await other.getByRole("button", { name: /athlete/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
});

/** Returns the code of an `otpauth` address now (RFC 6238, with SHA-1, six digits and 30 seconds). */
function codeOf(address) {
  const letters = new URL(address).searchParams.get("secret");
  const bits = [...letters].map((one) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from(
    bits
      .join("")
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", key).update(step).digest();
  const number = digest.readUInt32BE(digest.at(-1) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

test("two-step sign-in is set up with a QR code, asked for at the sign-in, and passed with a recovery code", async () => {
  const { page } = await openPage(browser);
  const account = await newAccount("careful");
  await signIn(page, account);
  await page.goto(`${base}/account?tab=security`);
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(account.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: /QR code with the key/ }).waitFor();
  await checkAccessibility(page, "the set-up of two-step sign-in");
  const address = await dialog.getByRole("link", { name: "Open in an app" }).getAttribute("href");
  await dialog.getByLabel("Code shown in the app").fill(codeOf(address));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  const recovery = await page.getByRole("dialog").getByRole("listitem").first().textContent();
  await page.getByRole("button", { name: "I have stored them" }).click();
  await page.context().clearCookies();
  await page.goto(`${base}/sign-in?next=/import`);
  await page.getByLabel("User name or e-mail").fill(account.username);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code from your authenticator app").fill(recovery);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL(/\/import$/);
});

test("an identity at a provider is linked and unlinked with the password", async () => {
  const { page } = await openPage(browser);
  await signIn(page);
  // The demo has no provider: these answers are those of the server with one.
  let linked = [];
  const sent = [];
  await page.route("**/api/auth/oidc", (route) =>
    route.fulfill({ json: { providers: [{ name: "company", label: "Company account", console: true }] } }),
  );
  await page.route("**/api/auth/identities**", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === "GET") {
      return route.fulfill({ json: { identities: linked } });
    }
    const body = request.postDataJSON();
    sent.push([pathname, body]);
    if (pathname === "/api/auth/identities/confirm") {
      linked = [{ provider: "company", created_at: "2026-06-01T10:00:00.000Z" }];
      return route.fulfill({ json: linked[0] });
    }
    if (body.password !== ATHLETE.password) {
      const details = { parameter: "password", reason: "is not the password of this account" };
      const error = { code: "VALIDATION_ERROR", message: "password: wrong", details, requestId: "r" };
      return route.fulfill({ status: 400, json: { error, status: 400 } });
    }
    if (pathname === "/api/auth/identities") {
      const authorization_url = `${base}/sign-in/callback?code=c&state=s`;
      return route.fulfill({
        json: { authorization_url, state: "s", expires_at: "2126-06-01T10:00:00.000Z" },
      });
    }
    linked = [];
    return route.fulfill({ json: { unlinked: true } });
  });
  await page.goto(`${base}/account?tab=identities`);
  await page.getByRole("button", { name: "Link: Company account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("not this one");
  await dialog.getByRole("button", { name: "Continue at Company account" }).click();
  await dialog.getByText("This is not the password of this account. Enter it again.").waitFor();
  await checkAccessibility(page, "a wrong password for the link of an identity");
  await dialog.getByLabel("Current password").fill(ATHLETE.password);
  await dialog.getByRole("button", { name: "Continue at Company account" }).click();
  await page.getByText(/^linked since/).waitFor();
  await page.getByRole("button", { name: "Unlink: Company account" }).click();
  await dialog.getByLabel("Current password").fill(ATHLETE.password);
  await dialog.getByRole("button", { name: "Unlink", exact: true }).click();
  await page.getByText("not linked", { exact: true }).waitFor();
  assert.deepEqual(
    sent.map(([pathname]) => pathname),
    [
      "/api/auth/identities",
      "/api/auth/identities",
      "/api/auth/identities/confirm",
      "/api/auth/identities/company/unlink",
    ],
  );
  assert.equal(sent[1][1].redirect_uri, `${base}/sign-in/callback`);
  assert.deepEqual(sent[2][1], { state: "s", code: "c" });
});

test("a link to another site is not followed after the sign-in", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${base}/sign-in?next=//evil.example/`);
  await page.getByLabel("User name or e-mail").fill(ATHLETE.username);
  await page.getByLabel("Password").fill(ATHLETE.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/today$/);
  assert.equal(new URL(page.url()).origin, base);
});

test("the palette opens pages with the keyboard alone", async () => {
  const { page } = await openPage(browser);
  await signIn(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("expl");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/explore/);
  await complete(page, ".uplot");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "content");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("theme: dark");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  assert.equal(await scheme(), "dark");
  await page.emulateMedia({ media: "print" });
  assert.equal(await scheme(), "light", "paper is white");
  assert.equal(await page.getByRole("navigation").count(), 0, "paper has no menu");
});

test("the menu of a narrow window leads to a page, and gives the focus to it", async () => {
  const { page } = await openPage(browser, { width: 360 });
  await signIn(page);
  const menu = page.getByRole("dialog", { name: "Main", exact: true });
  for (const [link, path] of [
    ["Devices", /\/devices$/],
    ["Import", /\/import$/],
  ]) {
    await page.getByRole("button", { name: "Open the menu" }).click();
    await menu.getByRole("link", { name: link, exact: true }).click();
    await page.waitForURL(path);
    await menu.waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement?.id === "content");
  }
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await menu.getByRole("button", { name: /^Search/ }).click();
  await page.getByRole("combobox").waitFor();
});

test("the keyboard alone reaches every control of a page, beginning with its content", async () => {
  const { page } = await openPage(browser);
  await signIn(page);
  await page.goto(`${base}/activities`);
  await complete(page, "table");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the content");
  await page.keyboard.press("Enter");
  // A date has several stops of its own: the number of stops is larger than that of the controls.
  for (let stop = 0; stop < 400; stop += 1) {
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(() => {
      const focused = document.activeElement;
      focused?.setAttribute("data-reached", "");
      return focused?.closest("main") !== null && focused !== document.body;
    });
    if (!isInside) {
      break;
    }
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(a[href], button, input, select, [tabindex='0'])")]
      .filter((one) => one.checkVisibility() && !one.disabled && !one.hasAttribute("data-reached"))
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(missed, []);
});

test("nothing moves for a person who wants less motion", async () => {
  const { page } = await openPage(browser);
  await signIn(page);
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/**", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto(`${base}/activities`);
  await page.locator('[role="status"] [aria-hidden="true"]').first().waitFor();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => Number(one.effect?.getComputedTiming().activeDuration))
      .filter((milliseconds) => milliseconds > 1),
  );
  assert.deepEqual(moving, []);
  release();
  await complete(page, "table");
});

test("a device whose clock is wrong says so, and its pages still work", async () => {
  const { page } = await openPage(browser);
  await page.clock.setSystemTime(new Date("2029-05-01T10:00:00Z"));
  await signIn(page);
  await page.getByText(/The clock of this device shows 1 May 2029/).waitFor();
  await page.goto(`${base}/activities`);
  // The page shows the weeks before this clock's time, which have no activities.
  await page.getByRole("heading", { level: 1, name: "Activities" }).waitFor();
  await page.getByText(/The clock of this device shows/).waitFor();
  await checkAccessibility(page, "a wrong clock");
});

test("German is complete where it is chosen", async () => {
  const { page } = await openPage(browser, { language: "de-DE" });
  const texts = [];
  page.on("request", (request) => {
    const [, language] = /\/assets\/(en|de)-[^/]*\.js$/.exec(request.url()) ?? [];
    texts.push(...(language ? [language] : []));
  });
  await page.goto(`${base}/sign-in`);
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  await page.getByLabel("Benutzername oder E-Mail").fill(ATHLETE.username);
  await page.getByLabel("Passwort").fill(ATHLETE.password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByRole("heading", { level: 1, name: "Heute" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  assert.deepEqual(texts, ["de"], "only the texts in use are loaded");
});

test("a refusal is in the person's language", async () => {
  const account = await newAccount("polyglot");
  const { page } = await openPage(browser, { language: "de-DE" });
  await page.goto(`${base}/sign-in?next=/account%3Ftab%3Dsecurity`);
  await page.getByLabel("Benutzername oder E-Mail").fill(account.username);
  await page.getByLabel("Passwort").fill(account.password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  const current = page.getByLabel("Jetziges Passwort", { exact: true });
  const next = page.getByLabel("Neues Passwort", { exact: true });
  await current.fill("not this password");
  await next.fill("tuba-lantern-orchid-77");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await page.getByText("Das ist nicht Ihr jetziges Passwort.").waitFor();
  await current.fill(account.password);
  await next.fill("passwordpassword");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await page.getByText(/^Dieses Passwort ist nicht möglich\./).waitFor();
  await checkAccessibility(page, "a refused password in German");
});
