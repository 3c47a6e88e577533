// Which built files a page needs, so that the server can name them in the answer with the document.

/** The document names the files of this module. */
const ENTRY = "index.html";

/** Reads the pages of `src/router.tsx`: the pattern of each path, its module, and whether it needs a session. */
export function pagesOf(router) {
  const pages = [];
  for (const [, route] of router.matchAll(/createRoute\(\{([\s\S]*?)\n\}\);/g)) {
    const [, path] = /\n {2}path: "([^"]+)"/.exec(route) ?? [];
    const [, module] = /import\("\.\/([^"]+)"\)/.exec(route) ?? [];
    if (path && module) {
      pages.push({ path, module, needsSession: /getParentRoute: \(\) => shell\b/.test(route) });
    }
  }
  return pages;
}

/** Returns the entry of a module, which is named without its ending. */
function entryOf(manifest, module) {
  const key = ["", ".tsx", ".ts"].map((ending) => module + ending).find((name) => name in manifest);
  if (key === undefined) {
    throw new Error(`the build has no file of its own for ${module}`);
  }
  return key;
}

/** Adds the files of an entry of the manifest, and those that it imports at once. */
function follow(manifest, key, found) {
  const { file, css = [], imports = [] } = manifest[key];
  if (found.has(file)) {
    return;
  }
  found.add(file);
  for (const next of imports) {
    follow(manifest, next, found);
  }
  for (const style of css) {
    found.add(style);
  }
}

/** Returns the files that a module needs besides those that are `known`. */
function filesOf(manifest, module, known) {
  const found = new Set();
  follow(manifest, entryOf(manifest, module), found);
  return [...found].filter((file) => !known.has(file));
}

/** Returns the files of the document, and those of the frame around the pages, of each language and of each page besides them. */
export function preloads(manifest, router) {
  const document = new Set(filesOf(manifest, ENTRY, new Set()));
  const frame = filesOf(manifest, "src/layout/Shell", document);
  const framed = new Set([...document, ...frame]);
  const texts = ["de", "en"].map((language) => ({
    language,
    files: filesOf(manifest, `src/text/${language}/index`, document),
  }));
  const pages = pagesOf(router).map(({ path, module, needsSession }) => ({
    path,
    needsSession,
    files: filesOf(manifest, `src/${module}`, needsSession ? framed : document),
  }));
  return { document: [...document], frame, texts, pages };
}

/** Returns the scripts that pages need before they are shown, each once. */
export function firstScripts({ document, frame, texts, pages }) {
  const named = [...document, ...frame, ...[...texts, ...pages].flatMap(({ files }) => files)];
  return [...new Set(named)].filter((file) => file.endsWith(".js"));
}
