/** Who is signed in. The credential itself is a cookie that scripts cannot read. */
import type { Result } from "@lockstep/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api/client";
import { queryClient } from "./api/query";

/** The signed-in account. */
export type Account = Result<"getCurrentUser">;

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => api.auth.getCurrentUser({ signal }),
  staleTime: 5 * 60_000,
});

/** When the session ends, as the server said; it is no secret. */
const KEY = "lockstep.session.until";
/** A session that ends in less than this time is renewed. */
const RENEW_MS = 6 * 24 * 3_600_000;

function remember(until: string): void {
  try {
    localStorage.setItem(KEY, until);
  } catch {
    // Without it the session ends after a week and the person signs in again.
  }
}

/** Whether a session that ends at `until` is to be renewed at `now`. */
export function isDue(until: string | null, now: number): boolean {
  const end = Date.parse(until ?? "");
  return !Number.isNaN(end) && end > now && end - now < RENEW_MS;
}

/** Signs in; the answer sets the cookie. */
export async function signIn(username: string, password: string, totp: string | undefined): Promise<void> {
  const session = await api.auth.signInToConsole({ username, password, ...(totp ? { totp } : {}) });
  remember(session.expires_at);
  // Answers for another account must not be shown to this one.
  queryClient.clear();
}

/** Ends the session here and at the server. */
export async function signOut(): Promise<void> {
  await api.auth.signOutOfConsole();
  queryClient.clear();
}

/** Renews the session if it ends soon. A failure changes nothing: the session goes on until its end. */
export async function renewIfDue(): Promise<void> {
  let until: string | null = null;
  try {
    until = localStorage.getItem(KEY);
  } catch {
    return;
  }
  if (isDue(until, Date.now())) {
    const session = await api.auth.renewConsoleSession().catch(() => undefined);
    if (session) {
      remember(session.expires_at);
    }
  }
}
