/** Why the server refused something, in words of the catalogue: by status, code and what the refusal says for programs. */
import { ApiError, RateLimitError } from "@lockstep/client";
import type { Catalogue } from "../text";
import { capitalized, failure } from "./query";

export interface Explained {
  title: string;
  /** The server's own sentence, which is English; empty if it sent none. */
  said: string;
  /** The server's reasons, such as those about the parts of a file; English, too. */
  reasons: readonly string[];
}

/** The members of a refusal's details that programs read. */
interface Details {
  parameter?: string;
  reason?: string;
  quota?: string;
  requires?: string;
  errors?: unknown;
}

/** Returns what an error of a query or a mutation means. `refused` is the sentence where a refusal says nothing more to programs. */
export function explain(error: unknown, t: Catalogue, refused: string = t.errors.refused): Explained {
  const { kind, message } = failure(error);
  const { errors } = detailsOf(error);
  const reasons = Array.isArray(errors) ? errors.filter((one) => typeof one === "string") : [];
  const known = error instanceof ApiError ? titleOf(error, t.refusals) : undefined;
  const title = known ?? (kind === "refused" ? refused : t.errors[kind]);
  return { title, said: message, reasons };
}

/** As `explain`, in one text for a place without room for parts. */
export function explainShortly(error: unknown, t: Catalogue): string {
  const { title, said } = explain(error, t);
  return said ? `${title} ${t.refusals.said} ${said}` : title;
}

/**
 * Returns what is wrong with the value of a field whose parameter is `name`; undefined if the error is about something else.
 * `meaning` is the parameter whose sentence fits, where a name has several meanings.
 */
export function fieldError(error: unknown, name: string, t: Catalogue, meaning = name): string | undefined {
  const { parameter, reason } = detailsOf(error);
  if (parameter !== name) {
    return undefined;
  }
  const known = entry(t.refusals.values, meaning);
  if (known) {
    return known;
  }
  const invalid = t.refusals.invalid(nameOf(name, t.refusals));
  return reason ? `${invalid} ${t.refusals.said} ${capitalized(reason)}` : invalid;
}

function detailsOf(error: unknown): Details {
  return (error instanceof ApiError ? (error.details as Details | undefined) : undefined) ?? {};
}

type Texts = Catalogue["refusals"];

function titleOf(error: ApiError, texts: Texts): string | undefined {
  const { parameter, quota, requires } = detailsOf(error);
  if (requires === "totp") {
    return texts.secondFactor;
  }
  if (quota !== undefined) {
    return texts.quota(entry(texts.quotas, quota) ?? quota);
  }
  if (error instanceof RateLimitError) {
    return waiting(error.retryAfter, texts);
  }
  if (parameter) {
    return entry(texts.values, parameter) ?? texts.invalid(nameOf(parameter, texts));
  }
  return byCode(error.code, texts) ?? byStatus(error.status, texts);
}

function byCode(code: string, texts: Texts): string | undefined {
  switch (code) {
    case "ENCRYPTION_ERROR":
      return texts.encryption;
    case "DEVICE_ERROR":
      return texts.device;
    case "PROCESSING_ERROR":
      return texts.unreadable;
    default:
      return undefined;
  }
}

function byStatus(status: number, texts: Texts): string | undefined {
  switch (status) {
    case 401:
      return texts.signedOut;
    case 408:
      return texts.slow;
    case 409:
      return texts.conflict;
    case 413:
      return texts.tooLarge;
    case 415:
      return texts.unsupported;
    case 503:
      return texts.unavailable;
    default:
      return undefined;
  }
}

/** From here on, minutes say more than seconds. */
const MINUTES_FROM_SECONDS = 100;

function waiting(seconds: number | undefined, texts: Texts): string | undefined {
  if (seconds === undefined) {
    return undefined;
  }
  return seconds < MINUTES_FROM_SECONDS
    ? texts.waitSeconds(Math.max(1, Math.ceil(seconds)))
    : texts.waitMinutes(Math.ceil(seconds / 60));
}

/** Names a parameter, which may be a path such as `days[2]`, by its first part. */
function nameOf(parameter: string, texts: Texts): string {
  const [first = parameter] = parameter.split(/[.[]/);
  return entry(texts.names, first) ?? parameter;
}

function entry(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
