import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const client = (path: string) => fileURLToPath(new URL(`../clients/typescript/src/${path}`, import.meta.url));
/** The server that answers the API while the pages are developed. */
const server = process.env.LOCKSTEP_URL ?? "http://127.0.0.1:8420";
const proxied = Object.fromEntries(
  ["/api", "/v1", "/mcp", "/docs", "/openapi.json", "/readyz"].map((path) => [
    path,
    { target: server, ws: true },
  ]),
);

export default defineConfig({
  plugins: [react()],
  resolve: {
    // The longer name first: an alias also replaces the beginning of a name.
    alias: {
      "@lockstep/client/documents": client("crypto/document_verifier.ts"),
      "@lockstep/client": client("index.ts"),
    },
  },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Names of the files change with their content, so that browsers keep them without asking.
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Deterministic: CI builds the files again and compares them.
    sourcemap: false,
    reportCompressedSize: false,
  },
  server: { host: "127.0.0.1", port: 8421, proxy: proxied, fs: { allow: [".."] } },
});
