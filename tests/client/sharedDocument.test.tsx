// @vitest-environment jsdom
/** What a test file leaves behind does not reach the next file. */
import { render } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test, vi } from "vitest";
import { setCookie } from "./browser.ts";
import { shareDocument } from "./sharedDocument.ts";

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("listeners of window and document hear nothing after their file", async () => {
  const heard = vi.fn();
  const leave = shareDocument();
  addEventListener("focus", heard);
  document.addEventListener("visibilitychange", heard);

  await leave();
  dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));

  expect(heard).not.toHaveBeenCalled();
});

test("timers are stopped", async () => {
  const rung = vi.fn();
  const leave = shareDocument();
  setTimeout(rung, 20);
  setInterval(rung, 20);

  await leave();
  await later(60);

  expect(rung).not.toHaveBeenCalled();
});

test("components are unmounted before their document is emptied", async () => {
  const unmounted = vi.fn();
  function Mounted() {
    useEffect(() => () => unmounted(document.body.childElementCount));
    return null;
  }
  const leave = shareDocument();
  render(<Mounted />);

  await leave();

  expect(unmounted).toHaveBeenCalledExactlyOnceWith(1);
});

test("head, body, attributes, address, cookies and storage are empty again", async () => {
  const leave = shareDocument();
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

  await leave();

  expect(document.documentElement.outerHTML).toBe("<html><head></head><body></body></html>");
  expect([location.href, history.state]).toEqual([`${location.origin}/`, null]);
  expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(["", 0, 0]);
});

test("properties of the browser are what they were", async () => {
  const focus = HTMLElement.prototype.focus;
  const leave = shareDocument();
  Object.defineProperty(navigator, "share", { value: vi.fn(), configurable: true });
  HTMLElement.prototype.scrollIntoView = vi.fn();
  HTMLElement.prototype.focus = vi.fn();

  await leave();

  expect("share" in navigator).toBe(false);
  expect("scrollIntoView" in HTMLElement.prototype).toBe(false);
  expect(HTMLElement.prototype.focus).toBe(focus);
});

test("clock, globals and spied functions are real again", async () => {
  const { fetch, setTimeout: start } = globalThis;
  const leave = shareDocument();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", vi.fn());
  vi.spyOn(Storage.prototype, "getItem").mockReturnValue("kept");

  await leave();

  expect([globalThis.fetch, globalThis.setTimeout]).toEqual([fetch, start]);
  expect(localStorage.getItem("tea")).toBeNull();
});
