// Runs before the first paint, and while the scripts of the page still load.
(() => {
  /** Reads a value of the browser's storage, which the person may have switched off. */
  const stored = (storage, key) => {
    try {
      return globalThis[storage].getItem(key);
    } catch {
      return null;
    }
  };

  // The page must never flash in the other theme.
  let theme = "system";
  try {
    theme = JSON.parse(stored("localStorage", "lockstep.preferences") ?? "{}").theme ?? theme;
  } catch {
    // What is stored is not of this version: the theme of the system applies.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }

  // A page that needs a session is shown when the server has said who is signed in: src/api/early.ts takes this answer.
  const isOpen = ["/sign-in", "/sign-in/callback", "/check"].includes(location.pathname);
  if (!isOpen && stored("sessionStorage", "lockstep.session.account") === null) {
    const path = "/api/auth/me";
    const headers = { "Lockstep-Console": "1" };
    const answer = fetch(path, { headers, credentials: "same-origin", redirect: "error" });
    // Who takes the answer sees the error.
    answer.catch(() => undefined);
    globalThis.lockstepEarly = { path, answer };
  }
})();
