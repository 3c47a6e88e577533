// Refusals in the person's language: the sentence of the catalogue, and the server's own as a detail.
import { ApiError, ConnectionError, RateLimitError } from "@lockstep/client";
import { describe, expect, it } from "vitest";
import { explain, explainShortly, fieldError } from "../src/api/refusal";
import { de } from "../src/text/de";
import { en } from "../src/text/en";

const refused = (status: number, code: string, details?: unknown) =>
  new ApiError(status, { code, message: "the reason in English", details } as never);
const limited = (seconds?: number) =>
  new RateLimitError(429, { code: "RATE_LIMITED", message: "the reason" } as never, undefined, seconds);
const parameter = (name: string, reason = "must be 100 to 250") =>
  refused(400, "INVALID_REQUEST", { parameter: name, reason });

describe("a refusal in words of the catalogue", () => {
  it.each([
    [parameter("code"), (t: typeof de) => t.refusals.values.code],
    [parameter("days[2]"), (t: typeof de) => t.refusals.invalid(t.refusals.names.days)],
    [parameter("some.thing"), (t: typeof de) => t.refusals.invalid("some.thing")],
    [parameter("constructor"), (t: typeof de) => t.refusals.invalid("constructor")],
    [parameter(""), (t: typeof de) => t.errors.refused],
    [refused(401, "AUTH_ERROR"), (t: typeof de) => t.refusals.signedOut],
    [
      refused(403, "PERMISSION_DENIED", { quota: "series", used: 9, limit: 8 }),
      (t: typeof de) => t.refusals.quota(t.refusals.quotas.series),
    ],
    [refused(403, "PERMISSION_DENIED"), (t: typeof de) => t.errors.forbidden],
    [refused(403, "PERMISSION_DENIED", { requires: "totp" }), (t: typeof de) => t.refusals.secondFactor],
    [refused(404, "NOT_FOUND"), (t: typeof de) => t.errors.missing],
    [refused(408, "INVALID_REQUEST"), (t: typeof de) => t.refusals.slow],
    [refused(409, "CONFLICT"), (t: typeof de) => t.refusals.conflict],
    [refused(413, "INVALID_REQUEST"), (t: typeof de) => t.refusals.tooLarge],
    [refused(415, "VALIDATION_ERROR"), (t: typeof de) => t.refusals.unsupported],
    [refused(422, "ENCRYPTION_ERROR"), (t: typeof de) => t.refusals.encryption],
    [refused(422, "DEVICE_ERROR"), (t: typeof de) => t.refusals.device],
    [refused(422, "PROCESSING_ERROR"), (t: typeof de) => t.refusals.unreadable],
    [limited(), (t: typeof de) => t.errors.limited],
    [limited(7), (t: typeof de) => t.refusals.waitSeconds(7)],
    [limited(601), (t: typeof de) => t.refusals.waitMinutes(11)],
    [refused(500, "SERVER_ERROR"), (t: typeof de) => t.errors.server],
    [refused(503, "SERVER_ERROR"), (t: typeof de) => t.refusals.unavailable],
    [new ConnectionError("reset"), (t: typeof de) => t.errors.connection],
    [new Error("bug"), (t: typeof de) => t.errors.unknown],
  ])("%s", (error, expected) => {
    for (const t of [en, de]) {
      expect(explain(error, t).title).toBe(expected(t));
    }
  });

  it("keeps the server's own sentence, and its reasons about parts, as details", () => {
    const errors = ["file: is no recording", { index: 1 }];
    const { said, reasons } = explain(refused(422, "PROCESSING_ERROR", { errors }), de);
    expect([said, reasons]).toEqual(["The reason in English", ["file: is no recording"]]);
    expect(explain(refused(409, "CONFLICT"), de).reasons).toEqual([]);
    expect(explainShortly(refused(409, "CONFLICT"), de)).toBe(
      `${de.refusals.conflict} ${de.refusals.said} The reason in English`,
    );
    expect(explainShortly(new ConnectionError("reset"), de)).toBe(de.errors.connection);
  });

  it("has the sentence of the page where the refusal says nothing to programs", () => {
    expect(explain(parameter(""), de, "of the page").title).toBe("of the page");
    expect(explain(refused(404, "NOT_FOUND"), de, "of the page").title).toBe(de.errors.missing);
  });

  it("names the field that is wrong", () => {
    expect(fieldError(parameter("email"), "email", de)).toBe(de.refusals.values.email);
    expect(fieldError(parameter("email"), "username", de)).toBeUndefined();
    expect(fieldError(parameter("password"), "password", de, "new_password")).toBe(
      de.refusals.values.new_password,
    );
    expect(fieldError(parameter("maxHeartRate"), "maxHeartRate", de)).toBe(
      `Die Angabe „Maximaler Puls“ ist nicht gültig. ${de.refusals.said} Must be 100 to 250`,
    );
    // The whole reason, also with what looks like the end of a client's sentence.
    expect(fieldError(parameter("weightKg", "must be a number (0 is none)"), "weightKg", en)).toBe(
      `${en.refusals.invalid("Weight")} ${en.refusals.said} Must be a number (0 is none)`,
    );
    expect(fieldError(parameter("weightKg", ""), "weightKg", en)).toBe(en.refusals.invalid("Weight"));
    expect(fieldError(null, "email", de)).toBeUndefined();
    expect(fieldError(refused(409, "CONFLICT"), "email", de)).toBeUndefined();
  });

  it("is in both languages about the same parameters and quotas", () => {
    for (const part of ["values", "names", "quotas"] as const) {
      expect(Object.keys(de.refusals[part])).toEqual(Object.keys(en.refusals[part]));
    }
  });
});
