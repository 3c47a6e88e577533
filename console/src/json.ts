/** JSON that people type and read. */

export type JsonObject = Record<string, unknown>;

/** Reads an object that a person typed; an empty text is an empty object. Returns undefined for anything else. */
export function readObject(text: string): JsonObject | undefined {
  if (text.trim() === "") {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes a value as a person reads it: short values on one line. */
export function writeJson(value: unknown): string {
  const short = JSON.stringify(value);
  return short === undefined || short.length <= 60 ? (short ?? "") : JSON.stringify(value, null, 2);
}

/** Returns the merge patch (RFC 7396) that turns one object into the other. */
export function mergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const name of Object.keys(from)) {
    if (!(name in to)) {
      patch[name] = null;
    }
  }
  for (const [name, value] of Object.entries(to)) {
    const before = from[name];
    if (isObject(before) && isObject(value)) {
      const part = mergePatch(before, value);
      if (Object.keys(part).length > 0) {
        patch[name] = part;
      }
    } else if (JSON.stringify(before) !== JSON.stringify(value)) {
      patch[name] = value;
    }
  }
  return patch;
}
