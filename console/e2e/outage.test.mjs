// The server goes away while it is used, and comes back: every connection breaks, and none is accepted in between.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
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
import { ride } from "./ride.mjs";

/** Forwards connections to the server of the tests, at an address of its own. */
class Line {
  #sockets = new Set();
  #server;
  #port = 0;

  get base() {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start() {
    this.#server = createServer((socket) => this.#forward(socket)).listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = this.#server.address().port;
  }

  async stop() {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) {
      socket.resetAndDestroy();
    }
    await closed;
  }

  #forward(socket) {
    const { hostname, port } = new URL(base);
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ]) {
      this.#sockets.add(from);
      // What follows an error is `close`.
      from.on("error", () => undefined);
      from.on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}

const line = new Line();
let browser;

before(async () => {
  await line.start();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await line.stop();
});

/** Slow enough that the file is still being sent when the server goes away. */
const SENT_BYTES_PER_SECOND = 100_000;

test("an import during which the server stops says how it continues, and does", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page, await newAccount("traveller"), line.base);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const slow = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", {
    ...slow,
    uploadThroughput: SENT_BYTES_PER_SECOND,
  });
  const file = { name: "ride.tcx", mimeType: "application/xml", buffer: Buffer.from(ride()) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForFunction(() => document.querySelector("main progress")?.value > 0);
  await line.stop();
  await page.getByText("The connection was interrupted.").waitFor({ timeout: 60_000 });
  await checkAccessibility(page, "an interrupted import");
  await line.start();
  await session.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Imported", { exact: true }).waitFor({ timeout: 60_000 });
  await context.close();
});

test("a question during which the server stops is kept and asked again", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page, ATHLETE, line.base);
  await page.goto(`${line.base}/agents?agent=agt_core_search`);
  const question = page.getByLabel("Your question");
  await question.fill("Which devices do I have?");
  await line.stop();
  await page.getByRole("button", { name: "Ask" }).click();
  const problem = page.getByText("The server does not respond.");
  await problem.first().waitFor({ timeout: 60_000 });
  assert.equal(await question.inputValue(), "Which devices do I have?");
  await checkAccessibility(page, "an interrupted question");
  await line.start();
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByRole("cell", { name: "Treadmill" }).last().waitFor({ timeout: 60_000 });
  await context.close();
});

test("a page that is opened while the server is away says so, and opens when it is back", async () => {
  const { page, context } = await openPage(browser);
  await signIn(page, ATHLETE, line.base);
  await page.evaluate(() => {
    globalThis.isSameDocument = true;
  });
  await line.stop();
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await page.getByRole("alert").getByText("The server does not respond.").waitFor({ timeout: 60_000 });
  await checkAccessibility(page, "a page without a server");
  await line.start();
  await page.getByRole("button", { name: "Try again" }).click();
  await complete(page, "main time:visible");
  // The document was not loaded again: files that wait to be imported would be lost.
  assert.ok(await page.evaluate(() => globalThis.isSameDocument));
  await context.close();
});
