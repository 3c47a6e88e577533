/** Where a sign-in leads. */

/** Only addresses of this console are followed: a link must not lead to another site after the sign-in. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in") ? next : "/today";
}
