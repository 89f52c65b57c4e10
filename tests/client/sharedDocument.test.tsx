// @vitest-environment jsdom
/** Isolation of test files that share a document. */
import { render } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test, vi } from "vitest";
import { setCookie } from "./browser.ts";
import { shareDocument } from "./sharedDocument.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("listeners of window and document are removed after their file", async () => {
  const listener = vi.fn();
  const restore = shareDocument();
  addEventListener("focus", listener);
  document.addEventListener("visibilitychange", listener);

  await restore();
  dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));

  expect(listener).not.toHaveBeenCalled();
});

test("timers are cleared after their file", async () => {
  const callback = vi.fn();
  const restore = shareDocument();
  setTimeout(callback, 20);
  setInterval(callback, 20);

  await restore();
  await wait(60);

  expect(callback).not.toHaveBeenCalled();
});

test("components are unmounted before the document is emptied", async () => {
  const unmounted = vi.fn();
  function Mounted() {
    useEffect(() => () => unmounted(document.body.childElementCount));
    return null;
  }
  const restore = shareDocument();
  render(<Mounted />);

  await restore();

  expect(unmounted).toHaveBeenCalledExactlyOnceWith(1);
});

test("head, body, attributes, address, cookies and storage are empty again", async () => {
  const restore = shareDocument();
  document.head.innerHTML = "<title>Tea</title>";
  document.body.innerHTML = "<p>Tea</p>";
  document.body.className = "tea";
  document.documentElement.lang = "ja";
  history.replaceState({ tea: 1 }, "", "/ja/tea?cup=1#hot");
  for (const name of ["tea", "cup"]) {
    setCookie(`${name}=1; Path=/`);
    localStorage.setItem(name, "1");
    sessionStorage.setItem(name, "1");
  }

  await restore();

  expect(document.documentElement.outerHTML).toBe("<html><head></head><body></body></html>");
  expect([location.href, history.state]).toEqual([`${location.origin}/`, null]);
  expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(["", 0, 0]);
});

test("changed properties of navigator and elements are restored", async () => {
  const focus = HTMLElement.prototype.focus;
  const restore = shareDocument();
  Object.defineProperty(navigator, "share", { value: vi.fn(), configurable: true });
  HTMLElement.prototype.scrollIntoView = vi.fn();
  HTMLElement.prototype.focus = vi.fn();

  await restore();

  expect("share" in navigator).toBe(false);
  expect("scrollIntoView" in HTMLElement.prototype).toBe(false);
  expect(HTMLElement.prototype.focus).toBe(focus);
});

test("clock, globals and spied functions are restored", async () => {
  const { fetch, setTimeout: start } = globalThis;
  const restore = shareDocument();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", vi.fn());
  vi.spyOn(Storage.prototype, "getItem").mockReturnValue("kept");

  await restore();

  expect([globalThis.fetch, globalThis.setTimeout]).toEqual([fetch, start]);
  expect(localStorage.getItem("tea")).toBeNull();
});
