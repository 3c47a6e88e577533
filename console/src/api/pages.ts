/** Lists that the server gives in numbered pages. */

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
