/** The files of the catalogues: each language is a file of its own, and only the one in use is loaded. */
import type { Catalogue } from "./index";
import type { Language } from "./language";

export interface Texts {
  language: Language;
  texts: Catalogue;
}

type Source = () => Promise<Catalogue>;

const FILES: Readonly<Record<Language, Source>> = {
  en: () => import("./en").then(({ en }) => en),
  de: () => import("./de").then(({ de }) => de),
};

/** Loads catalogues once each. */
export class TextFiles {
  readonly #files: Readonly<Record<Language, Source>>;
  readonly #loading = new Map<Language, Promise<Texts>>();
  readonly #loaded = new Map<Language, Texts>();

  constructor(files: Readonly<Record<Language, Source>>) {
    this.#files = files;
  }

  /** Returns the texts of a language if they are here. */
  loaded(language: Language): Texts | undefined {
    return this.#loaded.get(language);
  }

  /** Loads the texts of a language once; after a failure, again. */
  load(language: Language): Promise<Texts> {
    const begun = this.#loading.get(language);
    if (begun) {
      return begun;
    }
    const loading = this.#files[language]().then(
      (texts) => {
        const found = { language, texts };
        this.#loaded.set(language, found);
        return found;
      },
      (error: unknown) => {
        this.#loading.delete(language);
        throw error;
      },
    );
    this.#loading.set(language, loading);
    return loading;
  }

  /** As `load`; texts of another language are better than none, for example while the server is stopped. */
  loadOrOthers(language: Language): Promise<Texts> {
    return this.load(language).catch(() => this.load(language === "en" ? "de" : "en"));
  }
}

const files = new TextFiles(FILES);

export const loadedTexts = (language: Language) => files.loaded(language);
export const loadTexts = (language: Language) => files.load(language);
export const loadTextsOrOthers = (language: Language) => files.loadOrOthers(language);
