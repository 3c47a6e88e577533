/** The page after a sign-in. */

/** Returns the search of the sign-in that leads back to an address; undefined if the sign-in is shown already. */
export function signInSearch(pathname: string, search: string): { next: string; ended: true } | undefined {
  // Several requests may be refused at once, the later ones while the sign-in is being loaded.
  return pathname === "/sign-in" ? undefined : { next: pathname + search, ended: true };
}

/** Only addresses of this console are followed: a link must not lead to another site after the sign-in. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in") ? next : "/today";
}

/** Whether a page needs no session. */
export function isOpen(pathname: string): boolean {
  return OPEN.has(pathname);
}

const OPEN: ReadonlySet<string> = new Set(["/sign-in", "/sign-in/callback", "/check"]);

/** Returns the address whose page will be shown, as far as the browser knows it before the server answers. */
export function expectedPath(pathname: string, isSignedIn: boolean): string {
  if (isOpen(pathname)) {
    return pathname;
  }
  if (!isSignedIn) {
    return pathname === "/verify" ? "/check" : "/sign-in";
  }
  return pathname === "/" ? "/today" : pathname;
}
