/** The object of each answer, and its fields that are not printed. */
const HIDDEN = new WeakMap<object, Set<string>>();
/** Node prints an object by its method of this name; so do other runtimes that follow it. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

type Inspect = (value: unknown, options: object) => string;

/**
 * Hides fields of an answer from inspection, such as by `console.log`. The value is the same otherwise: it is compared, cloned and
 * written as JSON with its secrets.
 *
 * @param paths where the fields are: names, joined by dots; `*` means every entry of a list or a map
 */
export function hideSecrets<Value>(value: Value, paths: readonly string[] = []): Value {
  for (const path of paths) {
    hide(value, path.split("."));
  }
  return value;
}

function hide(value: unknown, [name, ...rest]: string[]): void {
  if (typeof value !== "object" || value === null || name === undefined) {
    return;
  }
  if (name === "*") {
    for (const entry of Object.values(value)) {
      hide(entry, rest);
    }
  } else if (rest.length > 0) {
    hide((value as Record<string, unknown>)[name], rest);
  } else {
    const names = HIDDEN.get(value) ?? new Set();
    HIDDEN.set(value, names.add(name));
    Object.defineProperty(value, INSPECT, { value: inspected, configurable: true, writable: true });
  }
}

function inspected(this: object, depth: number | null, options: object, inspect: Inspect): string {
  const shown: Record<string, unknown> = { ...this };
  for (const name of HIDDEN.get(this) ?? []) {
    if (shown[name] !== undefined && shown[name] !== null) {
      shown[name] = "…";
    }
  }
  return inspect(shown, { ...options, depth });
}
