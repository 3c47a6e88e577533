// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("lockstep.preferences") ?? "{}").theme ?? theme;
  } catch {
    // A browser may refuse the storage: the theme of the system applies.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
})();
