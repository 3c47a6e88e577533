/** The text catalogue: English is complete by its types, and every other language has the same type. */
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { usePreferences } from "../preferences";
import type { en } from "./en";
import { type Language, languageOf } from "./language";
import { loadedTexts, loadTextsOrOthers } from "./loading";

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

const Context = createContext<Catalogue | undefined>(undefined);

export function TextProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  // After a change of the language, the page keeps its texts, and what people have typed, until the others are here.
  const [shown, setShown] = useState(() => loadedTexts(language));
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    loadTextsOrOthers(language).then(
      (found) => isCurrent && setShown(found),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const shownLanguage = shown?.language;
  useEffect(() => {
    document.documentElement.lang = shownLanguage ?? language;
  }, [shownLanguage, language]);
  if (!shown) {
    return hasFailed ? <Unavailable /> : null;
  }
  return <Context value={shown.texts}>{children}</Context>;
}

/** Without a catalogue, the only texts outside of one. */
function Unavailable() {
  return (
    <main>
      <div role="alert">
        <p lang="en">The server does not answer.</p>
        <p lang="de">Der Server antwortet nicht.</p>
      </div>
      <button type="button" onClick={() => location.reload()}>
        <span lang="en">Load the page again</span> · <span lang="de">Die Seite neu laden</span>
      </button>
    </main>
  );
}

/** Returns the person's language, for sentences that the server writes. */
export function useLanguage(): Language {
  const { preferences } = usePreferences();
  return languageOf(preferences.language, navigator.languages);
}

/** Returns the texts of the person's language: `const t = useText(); t.today.title`. */
export function useText(): Catalogue {
  const texts = use(Context);
  if (!texts) {
    throw new Error("useText needs a TextProvider");
  }
  return texts;
}
