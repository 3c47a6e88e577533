/** Who is signed in. The credential itself is a cookie that scripts cannot read. */
import { AuthenticationError, type Body, type Result } from "@lockstep/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api/client";
import { isPageHeld, queryClient } from "./api/query";

/** The signed-in account. */
export type Account = Result<"getCurrentUser">;

/** The end of the session, from the server; it is not secret. */
const KEY = "lockstep.session.until";
/** The account of the session, so that a reloaded page need not request it. It has no secret. */
const ACCOUNT_KEY = "lockstep.session.account";

interface KnownAccount {
  account: Account;
  /** The time of the server's answer. */
  at: number;
  /** The session of the answer: another sign-in, also in another tab, makes this one worthless. */
  until: string | null;
}

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: async ({ signal }) => {
    const account = await api.auth.getCurrentUser({ signal });
    const known: KnownAccount = { account, at: Date.now(), until: stored("localStorage", KEY) };
    store("sessionStorage", ACCOUNT_KEY, JSON.stringify(known));
    return account;
  },
  staleTime: 5 * 60_000,
  initialData: () => knownAccount()?.account,
  initialDataUpdatedAt: () => knownAccount()?.at,
});

let first: Promise<Account> | undefined;

/** Requests the account while the scripts of the page still load, for `currentAccount`. */
export function requestAccount(): void {
  first = queryClient.fetchQuery(accountQuery);
  // Who takes the answer sees the error.
  first.catch(() => undefined);
}

/** Returns the account that is known, or asks the server; a refusal of the first request is not asked for again. */
export async function currentAccount(): Promise<Account> {
  const begun = first;
  first = undefined;
  const known = queryClient.getQueryData(accountQuery.queryKey);
  return known ?? begun ?? queryClient.ensureQueryData(accountQuery);
}

function knownAccount(): KnownAccount | undefined {
  return readKnownAccount(stored("sessionStorage", ACCOUNT_KEY), stored("localStorage", KEY));
}

/** Reads the account that was stored for the session that ends at `until`; undefined if it is of another session. */
export function readKnownAccount(text: string | null, until: string | null): KnownAccount | undefined {
  try {
    const known = JSON.parse(text ?? "null") as KnownAccount | null;
    return until !== null && known?.until === until ? known : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets who was signed in. */
export function forgetAccount(): void {
  store("sessionStorage", ACCOUNT_KEY, undefined);
}

type Listener = () => void;
const changes = new Set<Listener>();

/** Calls `listener` before another account may use this page; returns the function that stops it. */
export function onAccountChange(listener: Listener): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}

/** Drops what belongs to the account: answers and work in progress must not reach another one. */
function leaveAccount(): void {
  forgetAccount();
  for (const listener of changes) {
    listener();
  }
  queryClient.clear();
}

/** Calls `onOther` when another tab has signed in as another account or has signed out; returns the function that stops it. */
export function watchOtherTabs(id: string, onOther: () => void): () => void {
  const check = async (event: StorageEvent) => {
    if (event.storageArea !== localStorage || event.key !== KEY) {
      return;
    }
    // A renewal in another tab changes the same key: only the server knows who is signed in.
    const now = await api.auth.getCurrentUser().catch((error: unknown) => error);
    const isOther =
      now instanceof AuthenticationError || (!(now instanceof Error) && (now as Account).id !== id);
    if (isOther && !isPageHeld()) {
      leaveAccount();
      onOther();
    }
  };
  window.addEventListener("storage", check);
  return () => window.removeEventListener("storage", check);
}

type StorageName = "localStorage" | "sessionStorage";

/** Reads a value of the browser's storage, which the person may have switched off. */
function stored(storage: StorageName, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Without storage, the account is requested again, and the user signs in again after a week. */
function store(storage: StorageName, key: string, value: string | undefined): void {
  try {
    if (value === undefined) {
      globalThis[storage].removeItem(key);
    } else {
      globalThis[storage].setItem(key, value);
    }
  } catch {
    // See above.
  }
}

/** Whether this browser knows of a session that has not ended at `now`. Only the server knows whether it still holds. */
export function hasSession(now: number): boolean {
  return Date.parse(stored("localStorage", KEY) ?? "") > now;
}

/** A session that ends in less than this time is renewed. */
const RENEW_MS = 6 * 24 * 3_600_000;

/** Whether a session that ends at `until` is to be renewed at `now`. */
export function isDue(until: string | null, now: number): boolean {
  const end = Date.parse(until ?? "");
  return !Number.isNaN(end) && end > now && end - now < RENEW_MS;
}

/** Signs in; the answer sets the cookie. */
export async function signIn(username: string, password: string, totp: string | undefined): Promise<void> {
  const session = await api.auth.signInToConsole({ username, password, ...(totp ? { totp } : {}) });
  store("localStorage", KEY, session.expires_at);
  leaveAccount();
}

/** Finishes a sign-in at an OpenID provider; the answer sets the cookie. Returns the page to show. */
export async function signInWithProvider(callback: Body<"signInToConsoleWithOidc">): Promise<string> {
  const session = await api.auth.signInToConsoleWithOidc(callback);
  store("localStorage", KEY, session.expires_at);
  leaveAccount();
  return session.return_to;
}

/** Ends the session here and at the server. A session that has ended there ends here too. */
export async function signOut(): Promise<void> {
  try {
    await api.auth.signOutOfConsole();
  } catch (error) {
    if (!(error instanceof AuthenticationError)) {
      throw error;
    }
  }
  endSession();
}

/** Ends the session here, after it has ended at the server. */
export function endSession(): void {
  store("localStorage", KEY, undefined);
  leaveAccount();
}

/** Renews the session if it ends soon. A failure changes nothing: the session continues until its end. */
export async function renewIfDue(): Promise<void> {
  if (isDue(stored("localStorage", KEY), Date.now())) {
    const session = await api.auth.renewConsoleSession().catch(() => undefined);
    if (session) {
      store("localStorage", KEY, session.expires_at);
    }
  }
}
