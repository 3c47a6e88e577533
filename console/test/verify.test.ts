// The page Check: the committed module against the vectors that all clients share, and what people give to it.
import { readdirSync, readFileSync } from "node:fs";
import type { DocumentExpectations, DocumentVerification } from "@lockstep/client/documents";
import { describe, expect, it } from "vitest";
import { fromFrame, toFrame } from "../../clients/typescript/src/crypto/frame";
import { Instance } from "../../clients/typescript/src/crypto/instance";
import { documentFields } from "../../clients/typescript/src/crypto/verification";
import { checkLink, documentDigest, expectedDigest, isLocal, matchOf } from "../src/pages/verify/code";
import { factsOf, grouped, isDocument, keysOf, readKeys, reasonOf } from "../src/pages/verify/document";
import { drawQr, qrFile } from "../src/ui/qr";

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

  it.each(["a claim with Groth16", "a claim with PGHR13"])(
    "refuses another member in the proof or the key of %s",
    { timeout: 120_000 },
    (name) => {
      const found = vectors.cases.find((one) => one.name === name);
      const { document = "", audience = "", nonce = "" } = found ?? {};
      const judged = (change: (claim: { proof: object; verificationKey: object }) => void) => {
        const claim = JSON.parse(new TextDecoder().decode(bytes(vectors.documents[document] ?? "")));
        change(claim);
        const { now: _, ...timeless } = documentFields(new TextEncoder().encode(JSON.stringify(claim)), {
          audience,
          nonce,
        });
        return call("Document.verify", timeless)["verified"];
      };
      expect(judged(() => {})).toBe(true);
      const other = { extra: "1" };
      expect(judged(({ proof }) => Object.assign(proof, other))).toBe(false);
      expect(judged(({ verificationKey }) => Object.assign(verificationKey, other))).toBe(false);
    },
  );
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

describe("the QR code of a document", () => {
  // SHA-256 of {"a":[1,"ü"]}, computed by sha256sum.
  const digest = "ed78539db46bbb967b64b6225be6904ef03bbe5be5ab5d18d0799b7b68c2255a";

  it("leads to the page Check with the digest of the document, which does not depend on the white space of its file", async () => {
    expect(await documentDigest('{"a":[1,"ü"]}')).toBe(digest);
    expect(await documentDigest('{\r\n  "a": [ 1.0, "\\u00fc" ]\n}')).toBe(digest);
    expect(await documentDigest("{")).toBeUndefined();
    const link = checkLink("https://lockstep.example", digest);
    expect(link).toBe(`https://lockstep.example/verify#sha256=${digest}`);
    expect(expectedDigest(new URL(link).hash)).toBe(digest);
    expect(expectedDigest(`sha256=${digest}`)).toBe(digest);
  });

  it.each([
    "",
    "#sha256=",
    `#sha256=${digest}0`,
    `#sha256=${digest.toUpperCase()}`,
    "#<b>",
  ])("expects nothing because of the address part %j", async (hash) => {
    expect(expectedDigest(hash)).toBeUndefined();
    expect(await matchOf("{}", expectedDigest(hash))).toBeUndefined();
  });

  it("tells the document from another one", async () => {
    expect(await matchOf('{ "a": [1, "ü"] }', digest)).toBe("same");
    expect(await matchOf('{ "a": [2, "ü"] }', digest)).toBe("other");
  });

  it("knows addresses that only this computer has", () => {
    expect(["localhost", "127.0.0.1", "[::1]", "console.localhost"].every(isLocal)).toBe(true);
    expect(["lockstep.example", "192.168.1.7", "127.example"].some(isLocal)).toBe(false);
  });

  it("has three finder patterns inside a blank edge, and one path for all dark modules", () => {
    const drawing = drawQr(checkLink("https://lockstep.example", digest));
    const dark = new Set<string>();
    for (const [, x = "", y = "", width = ""] of drawing.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let at = 0; at < Number(width); at += 1) {
        dark.add(`${Number(x) + at} ${y}`);
      }
    }
    const modules = drawing.size - 8;
    // Version 5 holds 84 bytes and version 8 holds 152 bytes at level M: the link has 103.
    expect((modules - 17) / 4).toBeGreaterThanOrEqual(6);
    expect((modules - 17) / 4).toBeLessThanOrEqual(8);
    const finder = (left: number, top: number) =>
      [0, 1, 2, 3, 4, 5, 6].every((x) =>
        [0, 1, 2, 3, 4, 5, 6].every((y) => {
          const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
          return dark.has(`${left + x} ${top + y}`) === (ring !== 2);
        }),
      );
    expect([finder(4, 4), finder(modules - 3, 4), finder(4, modules - 3)]).toEqual([true, true, true]);
    const edge = [...dark].filter((one) =>
      one.split(" ").some((at) => Number(at) < 4 || Number(at) > modules + 3),
    );
    expect(edge).toEqual([]);
    expect(qrFile(drawing)).toContain(`viewBox="0 0 ${drawing.size} ${drawing.size}"`);
  });
});
