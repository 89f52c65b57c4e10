// @vitest-environment jsdom
/** Session marker in localStorage. */
import { afterEach, expect, test, vi } from "vitest";
import {
  type Marker,
  parseMarker,
  readMarker,
  rememberSignOut,
  removeMarker,
  writeMarker,
} from "../../../../client/accounts/sessions/tokenStorage.ts";

const marker: Marker = {
  member_id: "m",
  expires_at: "2026-11-21T05:00:00Z",
  event: "SIGNED_IN",
  changed_at: 1,
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("marker is stored under sb-auth-token and read back", () => {
  writeMarker(marker);

  expect(readMarker()).toEqual(marker);
  expect(Object.keys(localStorage)).toEqual(["sb-auth-token"]);
  removeMarker();
  expect(readMarker()).toBeNull();
});

test.each([
  null,
  "",
  "{",
  "1",
  "[]",
  "{}",
  JSON.stringify({ ...marker, event: "HACKED" }),
  JSON.stringify({ ...marker, expires_at: "soon" }),
  JSON.stringify({ ...marker, member_id: 7 }),
])("%j is not parsed as a marker", (text) => {
  expect(parseMarker(text)).toBeNull();
});

test("marker functions do not throw when storage is forbidden", () => {
  for (const name of ["getItem", "setItem", "removeItem"] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
  }

  writeMarker(marker);
  removeMarker();

  expect(readMarker()).toBeNull();
});

test.each([
  ["http:", "signed-out=hana; Path=/; Max-Age=2592000; SameSite=Lax"],
  ["https:", "__Host-signed-out=hana; Path=/; Max-Age=2592000; SameSite=Lax; Secure"],
])("sign-out cookie over %s has the prefix that the protocol allows", (protocol, cookie) => {
  vi.stubGlobal("location", { protocol });
  const written = vi.spyOn(document, "cookie", "set").mockReturnValue();

  rememberSignOut("hana");

  expect(written).toHaveBeenCalledExactlyOnceWith(cookie);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
