import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const client = (path: string) => fileURLToPath(new URL(`../clients/typescript/src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "@lockstep/client/documents": client("crypto/document_verifier.ts"),
      "@lockstep/client": client("index.ts"),
    },
  },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});
