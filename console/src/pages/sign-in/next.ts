/** The page after a sign-in. */

/** Only addresses of this console are followed: a link must not lead to another site after the sign-in. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in") ? next : "/today";
}
