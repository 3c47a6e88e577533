// The sale of a dataset that starts from the server's draft, and the search that finds the offer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  base,
  call,
  checkAccessibility,
  newAccount,
  openBrowser,
  openPage,
  signIn,
  tokenOf,
} from "./harness.mjs";

const DATASET = {
  name: "Alpine <b>passes</b>",
  description: "Climbs of a summer <script>document.title = 'taken'</script>",
  encryption_mode: "none",
  data: { day: ["2026-07-01", "2026-07-02"], "climb (m)": [1820, 2140] },
};

let browser;
let page;
let complaints;
let dataset;

before(async () => {
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser));
  const seller = await newAccount("seller");
  dataset = await call("POST", "/api/datasets", { token: await tokenOf(seller), body: DATASET });
  await signIn(page, seller);
});
after(() => browser.close());

test("the sale of a dataset starts from the server's draft", async () => {
  await page.goto(`${base}/datasets/${dataset.id}`);
  await page.getByRole("link", { name: "Sell data" }).click();
  const title = page.getByLabel("Title", { exact: true });
  await title.waitFor();
  assert.equal(await title.inputValue(), DATASET.name);
  await page.getByText("Buyers get 2 rows.").waitFor();
  await checkAccessibility(page, "the first step of a sale");
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  assert.equal(await page.getByLabel("Days of access").inputValue(), "365");
  await next.click();
  assert.equal(await page.getByLabel("Description").inputValue(), DATASET.description);
  await page.getByText(/comparable offer/).waitFor();
  await page.getByRole("spinbutton", { name: "Price" }).fill("7.5");
  await checkAccessibility(page, "the price of a sale");
  await next.click();
  await page.getByRole("button", { name: "Offer for sale" }).click();
  await page.getByRole("heading", { level: 1, name: DATASET.name }).waitFor();
  await page.getByText(DATASET.description, { exact: true }).first().waitFor();
  assert.equal(await page.locator("main script").count(), 0, "a script of a listing is shown as text");
  assert.doesNotMatch(await page.title(), /taken/);
});

test("a dataset that is offered already says so before it is offered again", async () => {
  await page.goto(`${base}/marketplace/sell?dataset=${dataset.id}`);
  await page.getByText(/offers it already/).waitFor();
});

test("an offer is found by the begin of its words, and not among another kind", async () => {
  await page.goto(`${base}/marketplace`);
  const search = page.getByRole("search");
  await search.getByLabel("Search offers").fill("alpi pass");
  await search.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/words=/);
  const found = page.getByRole("table", { name: "Offers found" });
  await found.getByRole("link", { name: DATASET.name }).waitFor();
  await found.getByText("yours").waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName);
  assert.equal(await focused(), "BUTTON", "the focus stays at the button that searches");
  assert.equal(await found.locator("td b").count(), 0, "markup is shown as text");
  await checkAccessibility(page, "found offers");
  await search.getByLabel("Kind").selectOption("token");
  await search.getByRole("button", { name: "Search" }).click();
  await page.getByText("No offer matches").waitFor();
  await checkAccessibility(page, "a search without a result");
  await page.goBack();
  await found.getByRole("link", { name: DATASET.name }).waitFor();
  assert.equal(await search.getByLabel("Kind").inputValue(), "");
  await search.getByRole("button", { name: "Show all offers" }).click();
  await page.getByRole("group", { name: "Offers", exact: true }).waitFor();
  assert.equal(await focused(), "words");
});

test("the browser had nothing to complain about", () => {
  assert.deepEqual(complaints, []);
});
