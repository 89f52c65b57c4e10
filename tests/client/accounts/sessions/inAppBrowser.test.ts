/** Detection of browsers inside other apps. */
import { expect, test } from "vitest";
import {
  inAppBrowserOf,
  outsideAddress,
} from "../../../../client/accounts/sessions/inAppBrowser.ts";

const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15";
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0";

test.each([
  [`${iPhone} Mobile/15E148 Safari Line/15.1.0`, "line"],
  [`${android} Chrome/130.0 Mobile Safari/537.36 Line/15.2.1/IAB`, "line"],
  [`${iPhone} Mobile/22B83 Instagram 356.0.0.28.101 (iPhone16,1; iOS 18_1)`, "instagram"],
  [`${android} Chrome/130.0 Mobile Instagram 356.0.0.41.101 Android`, "instagram"],
  [`${iPhone} Mobile/22B83 [FBAN/FBIOS;FBAV/488.0.0.72.103;FBBV/656]`, "facebook"],
  [`${android} Chrome/130.0 Mobile [FB_IAB/FB4A;FBAV/488.0.0.0;]`, "facebook"],
])("user agent %s is detected as in-app browser %s", (userAgent, app) => {
  expect(inAppBrowserOf(userAgent)).toBe(app);
});

test.each([
  `${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`,
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0 Online/1",
  "",
])("user agent %j is not detected as an in-app browser", (userAgent) => {
  expect(inAppBrowserOf(userAgent)).toBeUndefined();
});

test("external address exists for LINE only", () => {
  expect(outsideAddress("https://tea.example/login?return=/a", "line")).toBe(
    "https://tea.example/login?return=%2Fa&openExternalBrowser=1",
  );
  expect(outsideAddress("https://tea.example/login", "instagram")).toBeUndefined();
});
