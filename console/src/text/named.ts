/** Names of the catalogue for words of the API, which may be any text. */

/** Returns the name of a word; undefined for a word without one, also for `constructor`. */
export function named(names: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(names, word) ? names[word] : undefined;
}
