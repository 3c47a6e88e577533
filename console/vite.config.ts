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

/**
 * What almost every page is made of: one file instead of twenty small ones, each of which costs a request. The other parts
 * of `ui` are large or rare.
 */
const SHARED = [
  /\/src\/ui\/(?!Plot|chart-|time-axis|colors|Dropdown|DropZone|QrCode|qr\.)/,
  /\/src\/(format\.ts|units\.ts|layout\/Page\.|pages\/activities\/sports\.)/,
  /\/node_modules\/(react|@tanstack\/(react-query|query-core))\//,
];
const isShared = (id: string) => SHARED.some((pattern) => pattern.test(id));

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
    // For scripts/embed.mjs, which removes it.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "parts", test: isShared }] },
      },
    },
  },
  server: { host: "127.0.0.1", port: 8421, proxy: proxied, fs: { allow: [".."] } },
});
