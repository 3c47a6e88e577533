/** The text catalogue: English is complete by its types, and every other language has the same type. */
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { usePreferences } from "../preferences";
import { en } from "./en";
import { type Language, languageOf } from "./language";

/** The shape of a catalogue: texts, and functions of the values in them. */
export type Catalogue = Widened<typeof en>;

/** Replaces literal texts by `string`, so that translations fit. */
type Widened<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [Key in keyof T]: Widened<T[Key]> };

const Context = createContext<Catalogue>(en);

let german: Promise<Catalogue> | undefined;

/** Loads the German texts once; after a failure, again. */
export function loadGerman(): Promise<Catalogue> {
  german ??= import("./de").then(
    ({ de }) => de,
    (error: unknown) => {
      german = undefined;
      throw error;
    },
  );
  return german;
}

export function TextProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const [texts, setTexts] = useState<Catalogue>();
  // Only the first text waits for the small file of its language: later, the page keeps what people have typed.
  const [isWaiting, setWaiting] = useState(language === "de");
  useEffect(() => {
    document.documentElement.lang = language;
    if (language === "de") {
      loadGerman()
        .then(setTexts)
        // Without the file, for example while the server is stopped, English is better than nothing.
        .catch(() => undefined)
        .finally(() => setWaiting(false));
    }
  }, [language]);
  if (isWaiting) {
    return null;
  }
  return <Context value={(language === "de" && texts) || en}>{children}</Context>;
}

/** Returns the person's language, for sentences that the server writes. */
export function useLanguage(): Language {
  const { preferences } = usePreferences();
  return languageOf(preferences.language, navigator.languages);
}

/** Returns the texts of the person's language: `const t = useText(); t.today.title`. */
export function useText(): Catalogue {
  return use(Context);
}
