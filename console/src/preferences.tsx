/** The preferences of this browser: language, units, theme. Nothing secret is stored here. */
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";

export interface Preferences {
  language: "system" | "en" | "de";
  units: "metric" | "imperial";
  theme: "system" | "light" | "dark";
}

const KEY = "lockstep.preferences";
const DEFAULTS: Preferences = { language: "system", units: "metric", theme: "system" };

/** Reads the stored preferences; an invalid value becomes the default. */
export function parsePreferences(text: string | null): Preferences {
  let stored: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    stored = Object(JSON.parse(text ?? "{}"));
  } catch {
    // Another program wrote here, or the text was cut: the defaults apply.
  }
  const among = <T extends string>(value: unknown, all: readonly T[], otherwise: T): T =>
    all.find((one) => one === value) ?? otherwise;
  return {
    language: among(stored.language, ["system", "en", "de"], DEFAULTS.language),
    units: among(stored.units, ["metric", "imperial"], DEFAULTS.units),
    theme: among(stored.theme, ["system", "light", "dark"], DEFAULTS.theme),
  };
}

/** Returns the preferences of this browser; the defaults where it refuses the storage. */
export function storedPreferences(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY));
  } catch {
    return DEFAULTS;
  }
}

function apply({ theme }: Preferences): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = theme;
  }
  // Charts are drawn on a canvas, which does not follow style sheets.
  window.dispatchEvent(new Event("lockstep:theme"));
}

interface Access {
  preferences: Preferences;
  change: (part: Partial<Preferences>) => void;
}

const Context = createContext<Access | undefined>(undefined);

export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [preferences, setPreferences] = useState(storedPreferences);
  const change = useCallback((part: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...part };
      try {
        localStorage.setItem(KEY, JSON.stringify(after));
      } catch {
        // The choice lasts as long as the page.
      }
      apply(after);
      return after;
    });
  }, []);
  const access = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <Context value={access}>{children}</Context>;
}

export function usePreferences(): Access {
  const access = use(Context);
  if (!access) {
    throw new Error("usePreferences needs a PreferencesProvider");
  }
  return access;
}
