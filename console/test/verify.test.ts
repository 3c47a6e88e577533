// The page Check: the committed module against the vectors that all clients share, and what people give to it.
import { readdirSync, readFileSync } from "node:fs";
import type { DocumentExpectations, DocumentVerification } from "@lockstep/client/documents";
import { describe, expect, it } from "vitest";
import { fromFrame, toFrame } from "../../clients/typescript/src/crypto/frame";
import { Instance } from "../../clients/typescript/src/crypto/instance";
import { documentFields } from "../../clients/typescript/src/crypto/verification";
import { factsOf, grouped, isDocument, keysOf, readKeys, reasonOf } from "../src/pages/verify/document";

interface Vectors {
  cases: (Omit<DocumentExpectations, "chain" | "now"> & {
    name: string;
    document: string;
    chain?: string;
    now?: string;
    answer: DocumentVerification;
  })[];
  documents: Record<string, string>;
  chains: Record<string, string>;
}

const ASSETS = new URL("../dist/assets/", import.meta.url);
const path = (name: string) => new URL(`../../clients/vectors/${name}`, import.meta.url);
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

describe("the module of the built console", () => {
  const [name = "", ...others] = readdirSync(ASSETS).filter((file) => file.endsWith(".wasm"));
  const vectors = JSON.parse(readFileSync(path("documents.json"), "utf8")) as Vectors;
  const instance = new Instance(new WebAssembly.Module(readFileSync(new URL(name, ASSETS))));
  const call = (operation: string, fields: object) => {
    const { status, answer } = instance.call(operation, toFrame({ ...fields }), () => false);
    expect(status, new TextDecoder().decode(answer)).toBe(0);
    return fromFrame(answer);
  };

  it("is the only one, and only verifies documents", () => {
    expect(others).toEqual([]);
    expect(call("library", {})["operations"]).toEqual(["library", "Document.verify"]);
  });

  it("judges every shared vector as the server does", { timeout: 120_000 }, () => {
    expect(vectors.cases.length).toBeGreaterThan(0);
    for (const { name: what, document, chain, now, answer, ...named } of vectors.cases) {
      const expected: DocumentExpectations = { ...named };
      if (chain !== undefined) {
        expected.chain = bytes(vectors.chains[chain] ?? "");
      }
      const fields = documentFields(bytes(vectors.documents[document] ?? ""), expected);
      // Without a time, the vectors do not ask whether the claim is still valid.
      const { now: _, ...timeless } = fields;
      expect(call("Document.verify", now ? { ...timeless, now } : timeless), what).toEqual(answer);
    }
  });
});

describe("documents and keys that people give", () => {
  const key = "A".repeat(2604);

  it("are recognised", () => {
    expect(isDocument('{"format": "lockstep-erasure/1", "record": "{}"}')).toBe(true);
    for (const other of ["{}", '{"format": "other/1"}', "no JSON", "[]", "null", ""]) {
      expect(isDocument(other), other).toBe(false);
    }
  });

  it("are keys as the API answers them, or one key in base64", () => {
    const answer = { publicKey: key, fingerprint: "ab", chain: [{ byOld: {}, byNew: {} }] };
    const chain = JSON.stringify({ chain: answer.chain });
    expect(keysOf(answer)).toEqual({ publicKey: key, chain });
    expect(readKeys(JSON.stringify(answer))).toEqual({ publicKey: key, chain });
    expect(readKeys(JSON.stringify({ publicKey: key }))).toEqual({ publicKey: key });
    expect(readKeys(`${key}\n`)).toEqual({ publicKey: key });
    for (const other of ["", "{}", "a short text", '{"publicKey": 1}', "[1]", `${key}%`]) {
      expect(readKeys(other), other).toBeUndefined();
    }
  });

  it("are refused without the options of the command line", () => {
    const rows = [
      ["refused: the statement is not about the signed root", "The statement is not about the signed root"],
      [
        "refused: its audience differs from the one given with --audience",
        "Its audience differs from the one given",
      ],
      [
        "refused: the document names no audience, but --audience expects one",
        "The document names no audience, but you expect one",
      ],
      [
        "refused: the document is valid only for its nonce: state the nonce that you expect with --nonce",
        "The document is valid only for its nonce: state the nonce that you expect",
      ],
      ["not a document: it has no format", "Not a document: it has no format"],
    ] as const;
    for (const [refusal, reason] of rows) {
      expect(reasonOf(refusal)).toBe(reason);
    }
  });

  it("show a claim's sentence apart from the rest", () => {
    const says = {
      statement: "On each day …",
      audience: "x",
      nonce: "",
      setup: "none",
      assurance: "a",
      owner: "o",
    };
    const { rest, ...facts } = factsOf(says);
    expect(facts).toEqual({
      statement: "On each day …",
      audience: "x",
      nonce: "",
      setup: "none",
      assurance: "a",
    });
    expect(rest).toEqual({ owner: "o" });
    expect(factsOf({ sequence: 3 }).rest).toEqual({ sequence: 3 });
  });

  it("have fingerprints that eyes can compare", () => {
    expect(grouped("0123456789abcdef")).toBe("01234567 89abcdef");
  });
});
