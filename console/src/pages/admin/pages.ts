/** Arithmetic of lists in pages. */

/** The number of pages; one if there are no rows. */
export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** The first and the last row of a page; zeros if there are no rows. */
export function span(page: number, limit: number, total: number): { from: number; to: number } {
  const from = Math.min((page - 1) * limit + 1, total);
  return { from, to: Math.min(page * limit, total) };
}

/** Reads the page that a person typed: the nearest one that exists; the first for anything but a number. */
export function pageOf(text: string, last: number): number {
  const wanted = Number.parseInt(text, 10);
  return Number.isNaN(wanted) ? 1 : Math.min(Math.max(wanted, 1), last);
}

/** Reads the page of an address. */
export function addressPage(page: string | undefined): number {
  return pageOf(page ?? "1", Number.MAX_SAFE_INTEGER);
}
