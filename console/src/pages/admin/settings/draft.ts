/** A form for the API's settings: the typed texts, their problems, and the changes. */
import type { Field, Value } from "./fields";

/** The typed texts by path; an absent path has its stored value. */
export type Draft = Readonly<Record<string, string>>;

export interface Change {
  field: Field;
  before: Value;
  after: Value;
}

/** Returns the value at a path of the API's object. */
export function stored(settings: unknown, path: string): Value {
  let value: unknown = settings;
  for (const name of path.split(".")) {
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
  }
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return value;
    default:
      return null;
  }
}

/** Writes a value as the form shows it. */
export function textOf(value: Value, field: Field): string {
  if (value === null) {
    return "";
  }
  return field.scale && typeof value === "number"
    ? String(Math.round((value / field.scale) * 1000) / 1000)
    : String(value);
}

/** Reads the typed text. A text with a problem has no value of its own: see `problemOf`. */
export function typedValue(text: string, field: Field): Value {
  if (field.kind === "switch") {
    return text === "true";
  }
  if (field.kind === "choice") {
    return field.choices?.find((one) => String(one) === text) ?? text;
  }
  if (field.kind === "fixed") {
    return text;
  }
  return text.trim() === "" ? null : Math.round(Number(text) * (field.scale ?? 1) * 1e6) / 1e6;
}

export type Problem = "missing" | "number" | "whole" | "range";

/** Returns the problem of a typed text. */
export function problemOf(text: string, field: Field): Problem | undefined {
  if (field.kind !== "number") {
    return undefined;
  }
  if (text.trim() === "") {
    return field.nullable ? undefined : "missing";
  }
  const value = Number(text);
  if (!Number.isFinite(value)) {
    return "number";
  }
  if (!field.decimal && !Number.isInteger(value)) {
    return "whole";
  }
  const isZero = field.zero === true && value === 0;
  const isInside = value >= (field.min ?? 0) && value <= (field.max ?? Number.MAX_SAFE_INTEGER);
  return isZero || isInside ? undefined : "range";
}

/** Returns the changes of a draft, in the order of the fields. */
export function changesOf(settings: unknown, fields: readonly Field[], draft: Draft): Change[] {
  return fields.flatMap((field) => {
    const text = draft[field.path];
    const before = stored(settings, field.path);
    if (text === undefined || text === textOf(before, field)) {
      return [];
    }
    const value = typedValue(text, field);
    // Bytes are whole: a decimal of a GiB is rounded.
    const after = field.scale && typeof value === "number" ? Math.round(value) : value;
    return after === before ? [] : [{ field, before, after }];
  });
}

/** Returns the body of the request: only what changes. */
export function bodyOf(changes: readonly Change[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { field, after } of changes) {
    const names = field.path.split(".");
    const last = names.pop() ?? "";
    let inside = body;
    for (const name of names) {
      inside[name] ??= {};
      inside = inside[name] as Record<string, unknown>;
    }
    inside[last] = after;
  }
  return body;
}
