/** Lists that the server gives in pages. */

/** A page of a list. */
interface NumberedPage {
  page: number;
  limit: number;
  total: number;
}

/** Reads every page of a list: who may read the data must not be cut off. Most accounts need one request. */
export async function everyPage<Page extends NumberedPage, Row>(
  read: (page: number) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (let number = 1; ; number += 1) {
    const page = await read(number);
    const rows = rowsOf(page);
    found.push(...rows);
    if (rows.length === 0 || number * page.limit >= page.total) {
      return found;
    }
  }
}

/** Reads every page of a list whose pages name the cursor of the next one. */
export async function everyPart<Page extends { nextCursor?: string | null }, Row>(
  read: (cursor: string) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | undefined = "";
  while (cursor !== undefined) {
    const page: Page = await read(cursor);
    found.push(...rowsOf(page));
    cursor = page.nextCursor ?? undefined;
  }
  return found;
}
