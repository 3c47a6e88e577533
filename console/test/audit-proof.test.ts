// The hashes of the audit log: the values are those of the server's tests, computed by another program.
import { describe, expect, it } from "vitest";
import type { Checkpoint } from "../src/pages/admin/audit/checkpoint";
import { type Entry, entryFinding, type Links, pageVerdict, rangeOf } from "../src/pages/admin/audit/proof";

const HASHES = [
  "fb5fc27430fa1bcaaefdc01effe7e9ea84ffafa27d049965e7709118d474d060",
  "84756326bcc06e5195f354e6314cdb2341921ce740a5e7ad2ec003429d5895fb",
] as const;

const first: Entry = {
  id: "aud_01h455vb4pex5vsknk084sn02q",
  timestamp: "2026-01-01T00:00:00.123Z",
  action: "points.upload",
  component: "fitness",
  user: { id: "system", name: "", role: "system" },
  details: "3 points: Zürich",
  status: "success",
  metadata: { points: 3 },
  sequence: 1,
  hash: HASHES[0],
  proof: {
    node: "local",
    previousHash: "0".repeat(64),
    bodyDigest: "ba702c80ad335fdc0cdb4894890840facc877889634515801776c1a79218cfe0",
    salt: "000102030405060708090a0b0c0d0e0f",
    body: [
      "aud_01h455vb4pex5vsknk084sn02q",
      "system",
      "",
      "system",
      "points.upload",
      "fitness",
      "success",
      "3 points: Zürich",
      '{"points":3}',
    ],
  },
};

const second: Entry = {
  id: "aud_01h455vb4pex5vsknk084sn02r",
  timestamp: "2026-01-01T00:00:01.000Z",
  action: "backup.create",
  component: "administration",
  user: { id: "system", name: "", role: "system" },
  details: "a backup",
  status: "success",
  sequence: 2,
  hash: HASHES[1],
  proof: {
    node: "local",
    previousHash: HASHES[0],
    bodyDigest: "f421fb3cb8b6df6832263ce6b42e61d6010652a0de76b3b42902a8b770209af8",
    salt: "07".repeat(16),
    body: [
      "aud_01h455vb4pex5vsknk084sn02r",
      "system",
      "",
      "system",
      "backup.create",
      "administration",
      "success",
      "a backup",
      "",
    ],
  },
};

const links: Links = {
  node: "local",
  links: [first, second].map(({ sequence, timestamp, hash, proof }) => ({
    sequence,
    timestamp,
    hash,
    previousHash: proof?.previousHash ?? "",
    bodyDigest: proof?.bodyDigest ?? "",
  })),
};
const checkpoint: Checkpoint = {
  installation: "i1",
  at: "2026-01-01T00:00:02.000Z",
  entries: 2,
  head: HASHES[1],
  number: 1,
};

/** Returns the entry with another text in its body. */
function withText(entry: Entry, place: number, text: string): Entry {
  const { proof } = entry;
  return proof ? { ...entry, proof: { ...proof, body: proof.body.with(place, text) } } : entry;
}

describe("an entry of the audit log", () => {
  it("holds as it was written", async () => {
    expect(await Promise.all([first, second].map(entryFinding))).toEqual(["holds", "holds"]);
  });

  it.each<[string, Entry]>([
    ["shown with another action", { ...first, action: "points.delete" }],
    ["shown with another actor", { ...first, user: { ...first.user, id: "owner" } }],
    ["shown with other metadata", { ...first, metadata: { points: 4 } }],
    ["with another body", withText({ ...first, details: "4 points" }, 7, "4 points")],
    ["whose text moved to the next field", withText(withText(first, 5, "fitnes"), 6, "ssuccess")],
    ["with another time", { ...first, timestamp: "2026-01-01T00:00:00.124Z" }],
    ["with another number", { ...first, sequence: 2 }],
    ["with another hash", { ...first, hash: HASHES[1] }],
  ])("%s is broken", async (_, entry) => {
    expect(await entryFinding(entry)).toBe("broken");
  });

  it("is not checked without its proof", async () => {
    const { proof: _, ...bare } = first;
    expect(await entryFinding(bare)).toBe("unknown");
  });
});

describe("the entries of a page", () => {
  it("are connected with the checkpoint", async () => {
    expect(rangeOf([first], checkpoint)).toEqual({ first: 1, last: 2 });
    const holds = { kind: "holds", links: 2, covered: 2, total: 2 };
    expect(await pageVerdict([second, first], links, checkpoint)).toEqual(holds);
    const older = { ...checkpoint, entries: 1, head: HASHES[0] };
    expect(await pageVerdict([second, first], links, older)).toEqual({ ...holds, covered: 1 });
    expect(await pageVerdict([second, first], links, undefined)).toEqual({ ...holds, covered: 0 });
  });

  it("are broken by a changed entry, a changed link, a missing link and another checkpoint", async () => {
    const changed = { ...second, details: "another" };
    expect(await pageVerdict([changed, first], links, checkpoint)).toEqual({ kind: "broken", at: 2 });
    const others = { ...links, links: links.links.map((link) => ({ ...link, bodyDigest: HASHES[0] })) };
    const older = { ...checkpoint, entries: 1, head: HASHES[0] };
    expect(await pageVerdict([second], others, older)).toEqual({ kind: "broken", at: 1 });
    const cut = { ...links, links: links.links.slice(0, 1) };
    expect(await pageVerdict([first], cut, checkpoint)).toEqual({ kind: "broken", at: 2 });
    const other = { ...checkpoint, head: HASHES[0] };
    expect(await pageVerdict([first], links, other)).toEqual({ kind: "broken", at: 2 });
  });
});
