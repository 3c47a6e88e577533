import { describe, expect, it, vi } from "vitest";
import { everyPage } from "../src/api/pages";

vi.stubGlobal("location", { origin: "http://localhost" });
const { api } = await import("../src/api/client");
const { readOffers } = await import("../src/pages/market/queries");

describe("a list in numbered pages", () => {
  const server = (total: number, limit = 2) =>
    vi.fn(async (page: number) => ({
      page,
      limit,
      total,
      rows: Array.from({ length: Math.max(0, Math.min(limit, total - (page - 1) * limit)) }, (_, place) => {
        return (page - 1) * limit + place;
      }),
    }));

  it.each([
    [0, 1],
    [2, 1],
    [5, 3],
  ])("of %s rows is read whole, with %s requests", async (total, requests) => {
    const read = server(total);
    const rows = await everyPage(read, (page) => page.rows);
    expect(rows).toEqual(Array.from({ length: total }, (_, place) => place));
    expect(read).toHaveBeenCalledTimes(requests);
  });

  it("ends where rows are missing, because another request deleted them", async () => {
    const read = vi.fn(async (page: number) => ({
      page,
      limit: 2,
      total: 99,
      rows: page === 1 ? [1, 2] : [],
    }));
    expect(await everyPage(read, (page) => page.rows)).toEqual([1, 2]);
  });
});

describe("the offers of the marketplace", () => {
  const { signal } = new AbortController();

  it("are read on, kind by kind, until no kind has a further page", async () => {
    const tokens = vi.spyOn(api.marketplace, "listDataTokens");
    const listings = vi.spyOn(api.marketplace, "listListings");
    const items = vi.spyOn(api.marketplace, "listOfferedItems");
    tokens.mockResolvedValueOnce({ tokens: [], nextCursor: "more" });
    tokens.mockResolvedValueOnce({ tokens: [], nextCursor: null });
    listings.mockResolvedValue({ data: [], page: 1, limit: 100, total: 100 });
    items.mockResolvedValue({ items: [] });
    const first = await readOffers({ tokens: "", listings: 1, items: "" }, signal);
    expect(first.next).toEqual({ tokens: "more", listings: null, items: null });
    const second = await readOffers(first.next ?? { tokens: null, listings: null, items: null }, signal);
    expect(second.next).toBeUndefined();
    expect(tokens.mock.calls.map(([params]) => params)).toEqual([
      { scope: "market", limit: 100 },
      { scope: "market", limit: 100, cursor: "more" },
    ]);
    expect([listings.mock.calls.length, items.mock.calls.length]).toEqual([1, 1]);
  });
});
