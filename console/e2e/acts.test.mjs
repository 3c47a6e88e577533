// What an athlete and a buyer do, each act against the real server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { factsOf } from "./facts.mjs";
import {
  ATHLETE,
  BUYER,
  base,
  call,
  checkAccessibility,
  complete,
  openBrowser,
  openPage,
  signIn,
  tokenOf,
} from "./harness.mjs";

let browser;
let page;
let complaints;
let facts;
/** The claim that the first test makes, and the link in its QR code. */
let shared;

before(async () => {
  browser = await openBrowser();
  facts = await factsOf(await tokenOf(ATHLETE), base);
  ({ page, complaints } = await openPage(browser));
  await signIn(page);
});
after(() => browser.close());

/** Clicks a download button, saves the file, and returns its text. */
async function saved(name) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return readFileSync(await (await download).path(), "utf8");
}

/** Gives the page Check a document as a file, with the recipient that its reader expects, and starts the check. */
async function verify(text, audience) {
  const file = { name: "claim.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByLabel("Or paste the document (JSON)").waitFor();
  await page.waitForFunction(
    (given) => document.querySelector("textarea").value === given,
    text.replaceAll("\r\n", "\n"),
  );
  await page.getByLabel("Expected recipient").fill(audience);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

test("a claim is made in three steps, and verified in the page without a network", async () => {
  await page.goto(`${base}/prove`);
  await page.getByText(/Stored in the mode Provable from/).waitFor();
  await page.getByLabel("At least (bpm)").fill("40");
  await page.getByLabel("At most (bpm)").fill("60");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Recipient", { exact: true }).fill("insurance.example");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("≥ 40 bpm, ≤ 60 bpm").waitFor();
  await page.getByRole("button", { name: "Prove it" }).click();
  await page.getByText("The claim is proven.").waitFor({ timeout: 180_000 });
  await checkAccessibility(page, "a proved claim");
  const text = await saved("Save the document");
  const claim = JSON.parse(text);
  assert.equal(claim.statement.audience, "insurance.example");
  await page.getByRole("button", { name: "Show a QR code" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await page.getByText("It does not contain the document").waitFor();
  await checkAccessibility(page, "the QR code of a claim");
  const link = await page.getByText(/\/verify#sha256=[0-9a-f]{64}$/).textContent();
  shared = { text, link };

  await page.locator("main").getByRole("link", { name: "Check a document" }).click();
  await page.getByText("You can switch the network off now.").waitFor({ timeout: 60_000 });
  await page.getByText(/Fingerprint of the present key/).waitFor();
  await page.context().setOffline(true);
  try {
    await assert.rejects(
      page.evaluate(() => fetch("/readyz")),
      "the network is off",
    );
    // The browser reports the request of this test that failed.
    assert.match(complaints.pop() ?? "", /ERR_INTERNET_DISCONNECTED/);
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await verify(text, "insurance.example");
    await page.getByText("The document is valid.").waitFor({ timeout: 60_000 });
    await page.locator("dd").getByText("sound without any set-up").waitFor();
    await checkAccessibility(page, "a verified claim");

    await verify(text, "bank.example");
    await page.getByText("Its audience differs from the one given").waitFor({ timeout: 60_000 });

    claim.statement.max = 50;
    await verify(JSON.stringify(claim), "insurance.example");
    await page.getByText("The document is not valid.").waitFor({ timeout: 60_000 });
    await page.getByText("The statement is not about the signed root").waitFor();

    await verify("{}", "");
    await page.getByText("This text is not a document").waitFor();
    assert.deepEqual(requests, [], "nothing was sent");
  } finally {
    await page.context().setOffline(false);
  }
});

test("a QR code leads a reader without an account to the check of its document", async () => {
  const keys = await call("GET", "/v1/encryption/attestation-key", { token: await tokenOf(ATHLETE) });
  const { page: reader, context } = await openPage(browser);
  await reader.goto(shared.link);
  await reader.waitForURL(/\/check#sha256=/);
  await reader.getByText("You can switch the network off now.").waitFor({ timeout: 60_000 });
  await reader.getByText("The QR code names one document.").waitFor();
  await reader.getByLabel("Key file", { exact: true }).setInputFiles({
    name: "keys.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(keys)),
  });
  await reader.getByLabel("Expected recipient").fill("insurance.example");
  const check = async (document) => {
    await reader.getByLabel("Or paste the document (JSON)").fill(document);
    await reader.getByRole("button", { name: "Check", exact: true }).click();
  };
  await check(shared.text);
  await reader.getByText("This is the document of the QR code.").waitFor({ timeout: 60_000 });
  await reader.getByText("The document is valid.").waitFor();
  await checkAccessibility(reader, "the check of a QR code");
  const asked = [];
  reader.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await reader.getByRole("radio", { name: /^The server / }).check();
  await check(shared.text);
  await reader.getByText("The document is valid.").waitFor({ timeout: 60_000 });
  assert.deepEqual(
    asked,
    ["/.well-known/lockstep-attestation-key"],
    "only the keys are requested, after the choice",
  );
  const other = JSON.parse(shared.text);
  other.statement.max = 50;
  await check(JSON.stringify(other));
  await reader.getByText("This is not the document of the QR code.").waitFor({ timeout: 60_000 });
  await reader.getByText("The document is not valid.").waitFor();

  await reader.getByRole("link", { name: "Sign in" }).click();
  await reader.getByLabel("User name or e-mail").fill(ATHLETE.username);
  await reader.getByLabel("Password").fill(ATHLETE.password);
  await reader.getByRole("button", { name: "Sign in" }).click();
  await reader.waitForURL(/\/verify#sha256=/);
  await reader.getByText("The QR code names one document.").waitFor();
  await context.close();
});

test("a document is verified with the keys of a file, and refused with those of another server", async () => {
  const token = await tokenOf(ATHLETE);
  const keys = await call("GET", "/v1/encryption/attestation-key", { token });
  const { tokens } = await call("GET", "/v1/sfdp/marketplace/tokens", { token });
  const path = `/v1/sfdp/marketplace/tokens/${tokens[0].id}/certificate`;
  const certificate = await call("GET", path, { token });
  await page.goto(`${base}/verify`);
  await page.getByText("You can switch the network off now.").waitFor({ timeout: 60_000 });
  await page.getByRole("radio", { name: "A key file" }).check();
  const give = (content) =>
    page.getByLabel("Key file", { exact: true }).setInputFiles({
      name: "keys.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
  const check = page.getByRole("button", { name: "Check", exact: true });
  await page.getByLabel("Or paste the document (JSON)").fill(JSON.stringify(certificate));
  await give("no key");
  await page.getByText("This file contains no key.").waitFor();
  assert.ok(await check.isDisabled());
  await give(JSON.stringify(keys));
  await check.click();
  await page.getByText("The document is valid.").waitFor({ timeout: 60_000 });
  const other = Buffer.from(keys.publicKey, "base64");
  other[0] ^= 1;
  await give(other.toString("base64"));
  await check.click();
  await page.getByText(/It is signed by [0-9a-f]+, not by/).waitFor({ timeout: 60_000 });
});

test("a command is sent to a device that is away, and waits for it", async () => {
  await page.goto(`${base}/devices/${facts.device}`);
  await page.getByLabel("Command", { exact: true }).fill("set_incline");
  await page.getByLabel("Parameters (JSON)").fill("not an object");
  await page.getByRole("button", { name: "Send a command" }).click();
  await page.getByText("This is not a JSON object").waitFor();
  await page.getByLabel("Parameters (JSON)").fill('{"percent": 2}');
  await page.getByRole("button", { name: "Send a command" }).click();
  const sent = page.getByRole("listitem").filter({ hasText: "set_incline" });
  await sent.getByText("waiting for the device").waitFor();
});

test("the wanted state of a device is changed, and a text that is no object is refused", async () => {
  await page.goto(`${base}/devices/${facts.device}`);
  await page.getByRole("button", { name: "Edit the wanted state" }).click();
  const wanted = page.getByRole("textbox", { name: "Wanted" });
  await wanted.fill("[1]");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText("This is not a JSON object").waitFor();
  await wanted.fill('{"incline_percent": 4}');
  await save.click();
  await page.getByText("The device gets the new state.").waitFor();
  const token = await tokenOf(ATHLETE);
  const { desired } = await call("GET", `/api/uadm/devices/${facts.device}/twin`, { token });
  assert.deepEqual(desired.state, { incline_percent: 4 });
});

test("a workflow is run and approved, and another run of it is rejected", async () => {
  for (const [decision, outcome] of [
    ["Approve", "completed"],
    ["Reject", "cancelled"],
  ]) {
    await page.goto(`${base}/agents/workflows`);
    const waiting = page.getByRole("button", { name: "Review and decide" });
    const runs = page.getByRole("table", { name: "Runs" }).locator("tbody tr");
    await runs.first().waitFor();
    const known = await waiting.count();
    await page.getByRole("button", { name: "Run: ask-before-sharing", exact: true }).click();
    await waiting.nth(known).waitFor();
    await waiting.first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Share the mean heart rate of last week?").first().waitFor();
    await dialog.getByRole("button", { name: decision }).click();
    await dialog.getByText(outcome, { exact: true }).first().waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await runs.filter({ hasText: outcome }).first().waitFor();
  }
});

test("a workflow is created, drawn, corrected after a refusal, saved and run", async () => {
  await page.goto(`${base}/agents/workflows`);
  await page.getByRole("button", { name: "New workflow" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("drawn-in-the-page");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const node = (id) => page.getByRole("group", { name: new RegExp(`^${id}: `) });
  await node("start").waitFor();
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("dialog").getByLabel("Find a tool").fill("accounts.sess");
  await page.getByRole("button", { name: /^accounts\.sessions/ }).click();
  const limit = page.getByLabel("limit (optional)");
  await limit.fill("1000");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("arguments.limit").first().waitFor();
  await node("accounts_sessions").locator("svg").waitFor();
  await checkAccessibility(page, "a refused workflow");
  // The browser reports the answer with status 400 that this test provokes.
  assert.match(complaints.pop() ?? "", /status of 400/);
  await limit.fill("3");
  await page.getByLabel("start", { exact: true }).uncheck();
  await page.locator(".react-flow__edge").waitFor({ state: "detached" });
  await page.getByLabel("start", { exact: true }).check();
  await page.locator(".react-flow__edge").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The workflow was saved.").waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await node("accounts_sessions").getByText("done").waitFor();
  await node("accounts_sessions").click();
  await page.getByRole("heading", { name: "In the shown run" }).waitFor();
  await page.locator("pre").filter({ hasText: '"sessions"' }).waitFor();
  const token = await tokenOf(ATHLETE);
  const { graph } = await call("GET", "/v1/agents/workflows/drawn-in-the-page", { token });
  assert.deepEqual(graph.edges, [{ from: "start", to: "accounts_sessions" }]);
  assert.equal(graph.nodes.find((one) => one.id === "accounts_sessions").arguments.limit, 3);
  await call("DELETE", "/v1/agents/workflows/drawn-in-the-page", { token });
});

test("an agent answers with a table, and changes nothing that is not approved", async () => {
  await page.goto(`${base}/agents?agent=agt_core_search`);
  await page.getByLabel("Your question").fill("Which devices do I have?");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByRole("cell", { name: "Treadmill" }).last().waitFor({ timeout: 60_000 });
  const token = await tokenOf(ATHLETE);
  const { keys } = await call("GET", "/v1/encryption/keys", { token });
  const key = keys.find((one) => one.mode === "Basic" || one.encryptionMode === "Basic") ?? keys[0];
  await page.goto(`${base}/agents?agent=agt_core_privacy`);
  await page.getByLabel("Your question").fill(`Rotate the key ${key.keyId ?? key.id}`);
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByText("This step changes data.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Do not change anything" }).click();
  await page.getByText("This step changes data.").waitFor({ state: "detached" });
  const after = await call("GET", "/v1/encryption/keys", { token });
  assert.equal(after.keys.length, keys.length);
});

test("an API key is created, works, and is deleted", async () => {
  await page.goto(`${base}/account?tab=keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("watch bridge");
  await dialog.getByLabel("fitness data").selectOption("none");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("A key needs at least one right.").waitFor();
  await checkAccessibility(page, "the form of an API key");
  await dialog.getByLabel("fitness data").selectOption("read");
  await dialog.getByRole("button", { name: "Create" }).click();
  const secret = await dialog.getByText(/^lk_/).textContent();
  // A click beside the dialog does not lose the key.
  await page.mouse.click(5, 5);
  await dialog.getByText(/^lk_/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const headers = { Authorization: `Bearer ${secret}` };
  const status = async () => (await fetch(`${base}/v1/sfdp/activities?limit=1`, { headers })).status;
  assert.equal(await status(), 200);
  await page.getByRole("button", { name: "Delete: watch bridge" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("The key was deleted.").waitFor();
  assert.equal(await status(), 401);
});

test("a webhook is created, tested, changed, paused and deleted", async () => {
  await page.goto(`${base}/account?tab=webhooks`);
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("https://receiver.invalid/lockstep");
  await dialog.getByLabel("Note for yourself").fill("Gym display");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("Choose at least one event.").nth(1).waitFor();
  await dialog.getByLabel("points.stored").check();
  await checkAccessibility(page, "the form of a webhook");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const choose = async (item) => {
    await page.getByRole("button", { name: "More actions: Gym display" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Send a test");
  await dialog.getByText("webhook.test").waitFor();
  await dialog.getByText("The name of the receiver has no address.").waitFor({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Send again" }).click();
  await page.getByText("The message will be sent again.").waitFor();
  await checkAccessibility(page, "the deliveries of a webhook");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await choose("Change");
  await dialog.getByLabel("points.deleted").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("and 1 more").waitFor();
  await choose("Pause");
  // Other tests make webhooks too.
  const row = page.getByRole("row", { name: "Gym display" });
  await row.getByRole("cell", { name: "paused" }).waitFor();
  await choose("Resume");
  await row.getByRole("cell", { name: "active" }).waitFor();
  await choose("Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("The webhook was deleted.").waitFor();
  await page.getByRole("button", { name: "More actions: Gym display" }).waitFor({ state: "detached" });
});

test("a series is moved to another mode", async () => {
  const token = await tokenOf(ATHLETE);
  const point = { timestamp: "2026-01-05T06:00:00Z", type: "weight", value: 71, unit: "kg", device: "Scale" };
  await call("POST", "/v1/sfdp/data", { token, body: { data: [point] } });
  await page.goto(`${base}/privacy`);
  await page.getByRole("button", { name: "Change the mode: Weight, Scale, Standard" }).click();
  const dialog = page.getByRole("dialog");
  await checkAccessibility(page, "the change of a mode");
  await dialog.getByRole("button", { name: "Change the mode" }).click();
  await page.getByText("1 measurements are now stored in the mode Basic.").waitFor();
  await page.getByRole("button", { name: "Change the mode: Weight, Scale, Basic" }).waitFor();
  const { data } = await call("GET", "/v1/sfdp/data?type=weight&device=Scale", { token });
  assert.deepEqual(
    data.map((one) => [Date.parse(one.timestamp), one.value]),
    [[Date.parse(point.timestamp), 71]],
  );
});

test("the privacy page says who can read a series: sign-ins, programs, and the buyers of its copies", async () => {
  const token = await tokenOf(ATHLETE);
  const point = {
    timestamp: "2026-01-06T06:00:00Z",
    type: "weight",
    value: 71,
    unit: "kg",
    device: "Old scale",
  };
  await call("POST", "/v1/sfdp/data", { token, body: { data: [point] } });
  const accessRules = { duration: "P30D", allowedUses: 5, restrictions: ["no-export"] };
  const offer = { dataPoints: ["type=weight;device=Old scale"], price: 1.5, currency: "EUR", accessRules };
  const { tokenId } = await call("POST", "/v1/sfdp/marketplace/tokens", { token, body: offer });
  const price = { expectedPrice: 1.5, currency: "EUR" };
  const buyer = await tokenOf(BUYER);
  await call("POST", `/v1/sfdp/marketplace/tokens/${tokenId}/purchase`, { token: buyer, body: price });
  const programs = [
    { name: "Watch bridge", scopes: ["fitness:write"] },
    { name: "Table tool", scopes: ["platform:read"] },
  ];
  for (const body of programs) {
    await call("POST", "/v1/api-keys", { token, body });
  }
  await page.goto(`${base}/privacy`);
  await page.getByRole("button", { name: "Who can read: Weight, Old scale, Standard" }).click();
  const dialog = page.getByRole("dialog", { name: "Who can read Weight of Old scale?" });
  await dialog
    .getByText(/^A copy, bought on .*, until .*: no download as a file\.$/)
    .first()
    .waitFor();
  assert.match(await dialog.innerText(), /Watch bridge/);
  assert.equal(await dialog.getByText("Table tool").count(), 0);
  assert.match(await dialog.innerText(), /sign-ins? of yours reads? everything/);
  await checkAccessibility(page, "the readers of a series");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("cell", { name: "datasets and marketplace: read; no measurements" }).first().waitFor();
  // A series without a copy has no buyer, whoever bought others.
  await page.getByRole("button", { name: /^Who can read: Heart rate, Demo chest strap/ }).click();
  await page.getByText("No buyer can read a copy of this series now.").waitFor();
  await page.keyboard.press("Escape");
});

test("an offer is bought, and an answer over its days is read", async () => {
  await page.context().clearCookies();
  await signIn(page, BUYER);
  await page.goto(`${base}/marketplace`);
  await page.getByRole("link", { name: /8,192 measurements/ }).click();
  await page.getByRole("button", { name: "Buy for €12.50" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Buy for €12.50" }).click();
  await page.getByRole("heading", { name: "Read what you bought" }).waitFor();
  await page.getByRole("button", { name: "Compute" }).click();
  await page.getByText(/of [\d,]+ measurements/).waitFor({ timeout: 60_000 });
  await checkAccessibility(page, "a bought offer");
  await page.goto(`${base}/marketplace?tab=purchases`);
  await complete(page, "table");
  await page.getByText("used up").first().waitFor();
});

test("the browser had nothing to complain about", () => {
  assert.deepEqual(complaints, []);
});
