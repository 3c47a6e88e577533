/** The languages of the console. */
export type Language = "en" | "de";

/** Returns the language to show: the chosen one, or the first of the browser's that the console speaks. */
export function languageOf(chosen: "system" | Language, wished: readonly string[]): Language {
  if (chosen !== "system") {
    return chosen;
  }
  for (const one of wished) {
    const language = one.split("-")[0];
    if (language === "en" || language === "de") {
      return language;
    }
  }
  return "en";
}
