// A list of 100 000 rows: the server is asked for one page, and the browser has no more rows than that.
import { InfiniteQueryObserver } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Table } from "../src/ui/Table";

vi.stubGlobal("location", { origin: "http://localhost" });
const { queryClient } = await import("../src/api/query");
const { activitiesQuery } = await import("../src/pages/activities/list-query");

const ROWS = 100_000;

/** Answers as the server does; notes the search of each request. */
function listOf(rows: number): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const { searchParams } = new URL(url);
    asked.push(searchParams);
    const from = Number(searchParams.get("cursor") ?? 0);
    const end = Math.min(from + Number(searchParams.get("limit") ?? rows), rows);
    const activities = Array.from({ length: end - from }, (_, place) => ({ id: `act_${from + place}` }));
    return Response.json({ activities, ...(end < rows && { nextCursor: String(end) }) });
  });
  return asked;
}

function markup(rows: { id: string }[]): string {
  const columns = [{ key: "id", header: "Activity", cell: ({ id }: { id: string }) => id }];
  return renderToStaticMarkup(
    createElement(Table<{ id: string }>, { label: "Activities", columns, rows, rowKey: ({ id }) => id }),
  );
}

describe("a list of 100 000 rows", () => {
  afterEach(() => queryClient.clear());

  it("is requested and shown one page at a time", async () => {
    const asked = listOf(ROWS);
    const list = new InfiniteQueryObserver(queryClient, activitiesQuery({}));
    const shown = (pages: readonly { activities: { id: string }[] }[] = []) =>
      markup(pages.flatMap((page) => page.activities)).match(/act_\d+/g);
    const begun = await list.refetch();
    expect(shown(begun.data?.pages)).toHaveLength(50);
    expect(list.getCurrentResult().hasNextPage).toBe(true);
    const next = await list.fetchNextPage();
    expect(shown(next.data?.pages)).toHaveLength(100);
    expect(shown(next.data?.pages)?.at(-1)).toBe("act_99");
    expect(asked.map((search) => [search.get("limit"), search.get("cursor")])).toEqual([
      ["50", null],
      ["50", "50"],
    ]);
  });

  it("ends with its last page", async () => {
    listOf(70);
    const list = await queryClient.fetchInfiniteQuery({ ...activitiesQuery({}), pages: 3 });
    expect(list.pages.map((page) => page.activities.length)).toEqual([50, 20]);
  });
});
