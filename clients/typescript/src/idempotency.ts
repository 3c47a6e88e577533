/**
 * Makes an `Idempotency-Key`: 128 random bits in hexadecimal. `crypto.randomUUID` does not exist on pages that a browser
 * loaded over plain HTTP from another machine.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
