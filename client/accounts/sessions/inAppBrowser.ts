/** Browsers inside other apps, in which Google refuses to sign anybody in. */

export type InAppBrowser = "line" | "instagram" | "facebook";

const patterns: readonly (readonly [InAppBrowser, RegExp])[] = [
  ["line", /\bLine\/\d/i],
  ["instagram", /\bInstagram\b/i],
  ["facebook", /\bFB(?:AN|AV|_IAB|IOS)\b|\bMessenger\b/i],
];

export function inAppBrowserOf(userAgent: string): InAppBrowser | undefined {
  return patterns.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

/** LINE opens an address in the real browser when the address asks for it. */
export function outsideAddress(address: string, app: InAppBrowser): string | undefined {
  if (app !== "line") return undefined;
  const url = new URL(address);
  url.searchParams.set("openExternalBrowser", "1");
  return url.href;
}
