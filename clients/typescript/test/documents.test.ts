// Signed documents: the vectors that all client libraries share.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DocumentVerifier } from "../src/crypto/document_verifier.js";
import {
  DocumentError,
  type DocumentExpectations,
  type DocumentVerification,
  sharedLibrary,
  verifyDocument,
} from "../src/crypto/index.js";
import { absent, bytes, vectors } from "./wasm.js";

after(() => sharedLibrary.close());

interface Case extends Omit<DocumentExpectations, "chain" | "now"> {
  name: string;
  document: string;
  chain?: string;
  now?: string;
  answer: DocumentVerification;
}

interface File {
  cases: Case[];
  documents: Record<string, string>;
  chains: Record<string, string>;
}

/** Verifies each of the vectors. */
async function judge(verify: typeof verifyDocument): Promise<void> {
  const { cases, documents, chains } = await vectors<File>("documents");
  assert.ok(cases.length > 0);
  for (const { name, document, chain, now, answer, ...named } of cases) {
    const expected: DocumentExpectations = { ...named };
    if (chain !== undefined) expected.chain = bytes(chains[chain]!);
    if (now !== undefined) expected.now = new Date(now);
    assert.deepEqual(await verify(bytes(documents[document]!), expected), answer, name);
  }
  await assert.rejects(verify("{}", { attester: "ab" }), DocumentError);
}

test("documents are verified or refused", { skip: absent("lockstep.wasm") }, () => judge(verifyDocument));

test("the small module of documents verifies and refuses the same", async () => {
  await using verifier = new DocumentVerifier();
  assert.deepEqual(await verifier.start(), ["library", "Document.verify"]);
  await judge((document, expected) => verifier.verifyDocument(document, expected));
});
