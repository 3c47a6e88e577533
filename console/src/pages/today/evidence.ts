/** Flattens the evidence of an insight to names and values. */

/** Returns `weeks › slope` and its value for every number, text and flag; nested lists are named by their place. */
export function evidenceRows(evidence: unknown, language: string, path: string[] = []): [string, string][] {
  if (evidence === null || evidence === undefined) {
    return [];
  }
  if (typeof evidence === "object") {
    return Object.entries(evidence).flatMap(([name, value]) =>
      evidenceRows(value, language, [
        ...path,
        Array.isArray(evidence) ? String(Number(name) + 1) : words(name),
      ]),
    );
  }
  return [[path.join(" › "), written(evidence, language)]];
}

/** `baselineDays` becomes `baseline days`. */
export function words(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, (_, low: string, high: string) => `${low} ${high.toLowerCase()}`);
}

function written(value: unknown, language: string): string {
  return typeof value === "number"
    ? value.toLocaleString(language, { maximumSignificantDigits: 4 })
    : String(value);
}
