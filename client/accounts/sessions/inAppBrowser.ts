/** Detects in-app browsers, in which Google refuses sign-ins. */

export type InAppBrowser = "line" | "instagram" | "facebook";

const patterns: readonly (readonly [InAppBrowser, RegExp])[] = [
  ["line", /\bLine\/\d/i],
  ["instagram", /\bInstagram\b/i],
  ["facebook", /\bFB(?:AN|AV|_IAB|IOS)\b|\bMessenger\b/i],
];

/** Returns the in-app browser of a user agent; undefined for any other browser. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | undefined {
  return patterns.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

/**
 * Returns the address with the parameter by which LINE opens it in the default browser; undefined
 * for other apps.
 */
export function outsideAddress(address: string, app: InAppBrowser): string | undefined {
  if (app !== "line") return undefined;
  const url = new URL(address);
  url.searchParams.set("openExternalBrowser", "1");
  return url.href;
}
