// Signed documents: the vectors that all client libraries share, with both modules.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  DocumentError,
  type DocumentExpectations,
  type DocumentVerification,
  sharedLibrary,
  verifyDocument,
} from "../src/crypto/index.js";
import { Verifier } from "../src/crypto/verify.js";
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

type Verify = (document: Uint8Array, expected: DocumentExpectations) => Promise<DocumentVerification>;

async function check(verify: Verify): Promise<void> {
  const { cases, documents, chains } = await vectors<File>("documents");
  assert.ok(cases.length > 0);
  for (const { name, document, chain, now, answer, ...named } of cases) {
    const expected: DocumentExpectations = { ...named };
    if (chain !== undefined) expected.chain = bytes(chains[chain]!);
    if (now !== undefined) expected.now = new Date(now);
    assert.deepEqual(await verify(bytes(documents[document]!), expected), answer, name);
  }
}

test("documents are verified or refused", { skip: absent("lockstep.wasm") }, async () => {
  await check(verifyDocument);
  await assert.rejects(verifyDocument("{}", { attester: "ab" }), DocumentError);
});

test("the small module verifies documents", { skip: absent("lockstep-verify.wasm") }, async () => {
  await using verifier = new Verifier();
  await check((document, expected) => verifier.verifyDocument(document, expected));
});
