// Prepares the built files for the server: compresses them with brotli, and writes the Rust table that embeds them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { firstScripts, preloads } from "./preloads.mjs";

const console_ = fileURLToPath(new URL("..", import.meta.url));
const dist = join(console_, "dist");
const table = join(console_, "../crates/lockstep-console/src/files.rs");
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Returns the files of a folder in a fixed order. */
function files(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });
}

/** Compresses a file. An equal content keeps its compressed form: versions of Node differ in theirs. */
function compress(path, bytes) {
  const packed = `${path}.br`;
  if (existsSync(packed) && brotliDecompressSync(readFileSync(packed)).equals(bytes)) {
    return;
  }
  const quality = constants.BROTLI_MAX_QUALITY;
  writeFileSync(packed, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}

function row(path) {
  const bytes = readFileSync(path);
  const name = relative(dist, path);
  const kind = TYPES[extname(path)];
  if (!kind) {
    throw new Error(`${name}: add the media type of this ending to scripts/embed.mjs`);
  }
  compress(path, bytes);
  const etag = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return `    file! { "${name}" "${kind}" "${etag}" },\n`;
}

/**
 * The first line of a script whose functions Chromium compiles on another thread while it loads the script. Without it, the
 * page compiles each function when it calls it first: a third of the work until a page is shown. Other browsers see a comment.
 */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/** Adds the hint to a script. */
function hint(file) {
  const path = join(dist, file);
  writeFileSync(path, COMPILE_HINT + readFileSync(path, "utf8"));
}

/** Reads the manifest of the build, which the server does not need. */
function takeManifest() {
  const folder = join(dist, ".vite");
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  rmSync(folder, { recursive: true });
  return manifest;
}

const manifest = takeManifest();
const built = files(dist).filter((path) => !path.endsWith(".br"));
for (const path of files(dist).filter((path) => path.endsWith(".br"))) {
  if (!built.includes(path.slice(0, -3))) {
    rmSync(path);
  }
}
const sections = JSON.parse(readFileSync(join(console_, "src/sections.json"), "utf8"));
const needed = preloads(manifest, readFileSync(join(console_, "src/router.tsx"), "utf8"));
const { frame, texts, pages } = needed;
firstScripts(needed).forEach(hint);
const page = ({ path, needsSession, files }) =>
  `    page! { "${path}" ${needsSession} "${files.join(" ")}" },\n`;
writeFileSync(
  table,
  `//! The files of the web console. Written by \`cargo xtask console\`. Do not edit.

use super::{File, Page};

macro_rules! file {
    ($name:literal $kind:literal $etag:literal) => {
        File {
            path: concat!("/", $name),
            kind: $kind,
            etag: concat!("\\"", $etag, "\\""),
            plain: include_bytes!(concat!("../../../console/dist/", $name)),
            brotli: include_bytes!(concat!("../../../console/dist/", $name, ".br")),
        }
    };
}

/// Keeps a long text in one line.
macro_rules! names {
    ($names:literal) => {
        $names
    };
}

macro_rules! page {
    ($path:literal $needs_session:literal $files:literal) => {
        Page {
            path: $path,
            needs_session: $needs_session,
            files: $files,
        }
    };
}

/// The first parts of the addresses of pages.
pub(super) const SECTIONS: &[&str] = &[
${sections.map((name) => `    "${name}",\n`).join("")}];

/// Every file, in the order of the paths.
pub(super) const FILES: &[File] = &[
${built.map(row).join("")}];

/// The files of the frame around pages that need a session, separated by spaces.
pub(super) const FRAME: &str = names! { "${frame.join(" ")}" };

/// The files with the texts of each language.
pub(super) const TEXTS: &[(&str, &str)] = &[
${texts.map(({ language, files }) => `    ("${language}", "${files.join(" ")}"),\n`).join("")}];

/// Every page, with the files that it needs besides those of the document, the frame and the texts.
pub(super) const PAGES: &[Page] = &[
${pages.map(page).join("")}];
`,
);
