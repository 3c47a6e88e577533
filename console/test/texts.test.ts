// The files of the texts: which are loaded, and what follows where one is out of reach.
import { describe, expect, it, vi } from "vitest";
import { de } from "../src/text/de";
import { en } from "../src/text/en";
import { TextFiles } from "../src/text/loading";

/** Returns every text below a part of the catalogue; a text with values gets some. */
function textsOf(part: unknown): string[] {
  switch (typeof part) {
    case "string":
      return [part];
    case "function":
      return [String(part("1", "2", "3"))];
    default:
      return Object.values(part as object).flatMap(textsOf);
  }
}

describe("the words of the German texts", () => {
  it("are one for a revoked device, and another one for a revoked key", () => {
    const devices = [...textsOf(de.devices), ...textsOf(de.admin.devices), de.refusals.device];
    expect(devices.filter((text) => /widerruf/i.test(text))).toEqual([]);
    expect(de.devices.statuses.revoked).toBe(de.admin.devices.revoked);
    const keys = [...textsOf(de.keys), ...textsOf(de.privacy)];
    expect(keys.filter((text) => /sperr/i.test(text))).toEqual([]);
    expect(de.privacy.statuses.revoked).toBe("widerrufen");
  });
});

const gone = () => Promise.reject(new Error("the server is stopped"));

describe("the texts of a language", () => {
  it("are loaded once, without those of another", async () => {
    const files = { en: vi.fn(async () => en), de: vi.fn(async () => de) };
    const texts = new TextFiles(files);
    expect(texts.loaded("de")).toBeUndefined();
    const [one, other] = await Promise.all([texts.load("de"), texts.loadOrOthers("de")]);
    expect([one.texts, other.texts, texts.loaded("de")?.texts]).toEqual([de, de, de]);
    expect(files.de).toHaveBeenCalledTimes(1);
    expect(files.en).not.toHaveBeenCalled();
  });

  it("are replaced by those of the other language, and requested again later", async () => {
    const files = { en: vi.fn(gone), de: vi.fn(async () => de) };
    const texts = new TextFiles(files);
    const found = await texts.loadOrOthers("en");
    expect([found.language, found.texts]).toEqual(["de", de]);
    files.en.mockResolvedValue(en as never);
    expect((await texts.loadOrOthers("en")).language).toBe("en");
  });

  it("are missing where the server answers nothing", async () => {
    await expect(new TextFiles({ en: gone, de: gone }).loadOrOthers("de")).rejects.toThrow("stopped");
  });
});
