/** The cache of answers, and the handling of errors that the pages share. */
import { ApiError, AuthenticationError, ConnectionError, TimeoutError } from "@lockstep/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

type Listener = () => void;
const endings = new Set<Listener>();

/** Calls `listener` when the server refuses the session; returns the function that stops it. */
export function onSessionEnd(listener: Listener): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

let holds = 0;

/** Keeps the page although its session has ended, until the returned function is called: it shows what cannot be shown again. */
export function holdPage(): () => void {
  let isHeld = true;
  holds += 1;
  return () => {
    holds -= isHeld ? 1 : 0;
    isHeld = false;
  };
}

/** Whether the page stays although its session has ended. */
export function isPageHeld(): boolean {
  return holds > 0;
}

/** Tells the listeners that the server refused the session; other errors are left alone. */
export function noteRefusal(error: unknown): void {
  if (error instanceof AuthenticationError && error.code !== "TOTP_REQUIRED" && !isPageHeld()) {
    for (const listener of endings) {
      listener();
    }
  }
}

/** Whether repeating the request may help. */
function isTransient(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      // A wrong password is refused with the same status: forms of passwords say so themselves.
      if (mutation.meta?.["showsRefusal"] !== true) {
        noteRefusal(error);
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => isTransient(error) && count < 2,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** The information about an error that a page shows. */
export interface Failure {
  kind: "connection" | "refused" | "limited" | "missing" | "forbidden" | "server" | "unknown";
  /** The server's own sentence, if it sent one. */
  message: string;
  /** The field that is wrong. */
  parameter: string | undefined;
  requestId: string | undefined;
}

/** Reads an error of a query or a mutation. */
export function failure(error: unknown): Failure {
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { kind: "connection", message: "", parameter: undefined, requestId: undefined };
  }
  if (error instanceof ApiError) {
    const details = error.details as { parameter?: string; reason?: string } | undefined;
    const message = sentence(error.message, error.status);
    return { kind: kindOf(error.status), message, parameter: details?.parameter, requestId: error.requestId };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "unknown", message, parameter: undefined, requestId: undefined };
}

function kindOf(status: number): Failure["kind"] {
  switch (true) {
    case status === 403:
      return "forbidden";
    case status === 404:
      return "missing";
    case status === 429:
      return "limited";
    case status >= 500:
      return "server";
    default:
      return "refused";
  }
}

/** Removes the parts that the client adds to the server's sentence: status, code and request id. */
export function sentence(message: string, status: number): string {
  const at = message.lastIndexOf(` (${status}`);
  return capitalized(at < 0 ? message : message.slice(0, at));
}

/** Begins a text with a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
