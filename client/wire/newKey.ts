/** Keys by which the host recognises a repeated request. */

/**
 * Returns a random UUID. The browser's own `randomUUID` is missing where a site is read without TLS,
 * such as on a phone beside the development machine; `getRandomValues` is there.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // RFC 9562: the digit 4 for the version, 8 for the variant.
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}
