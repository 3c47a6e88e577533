/** SHA-256. Browsers compute it over HTTPS and on the same computer, but not over plain HTTP. */

/** Returns the digest in hexadecimal digits; undefined where the browser does not compute it. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) {
    return undefined;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
