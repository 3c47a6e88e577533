/** Flattens the evidence of an insight to names and values. */

/** How evidence is written: names and values without an entry stay those of the API. */
export interface EvidenceWords {
  language: string;
  names: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}

/** Returns `weeks › slope` and its value for every number, text and flag; nested lists are named by their place. */
export function evidenceRows(
  evidence: unknown,
  written: EvidenceWords,
  path: string[] = [],
): [string, string][] {
  if (evidence === null || evidence === undefined) {
    return [];
  }
  if (typeof evidence === "object") {
    return Object.entries(evidence).flatMap(([name, value]) =>
      evidenceRows(value, written, [
        ...path,
        Array.isArray(evidence) ? String(Number(name) + 1) : (written.names[name] ?? words(name)),
      ]),
    );
  }
  return [[path.join(" › "), shown(evidence, written)]];
}

/** `baselineDays` becomes `baseline days`. */
export function words(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, (_, low: string, high: string) => `${low} ${high.toLowerCase()}`);
}

function shown(value: unknown, { language, values }: EvidenceWords): string {
  if (typeof value === "number") {
    return value.toLocaleString(language, { maximumSignificantDigits: 4 });
  }
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return new Date(text).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
  }
  return values[text] ?? text;
}
