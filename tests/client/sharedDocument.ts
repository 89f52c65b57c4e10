/** Isolation of test files, which share a document: restores what a file changed. */
import { vi } from "vitest";
import { setCookie } from "./browser.ts";

type Undo = () => void;

// React and user-event add these listeners only once per document, so they must stay.
const libraryEvents = new Set(["selectionchange", "focus", "blur"]);

/** Records the listeners of the window or the document; the returned function removes them. */
function recordListeners(target: Window | Document): Undo {
  const own = Object.getOwnPropertyDescriptor(target, "addEventListener");
  const undo: Undo[] = [];
  target.addEventListener = new Proxy(target.addEventListener, {
    apply(add, _, given) {
      Reflect.apply(add, target, given);
      if (target === document && libraryEvents.has(given[0])) return;
      undo.push(() => Reflect.apply(target.removeEventListener, target, given));
    },
  });
  return () => {
    for (const remove of undo) remove();
    if (own) Object.defineProperty(target, "addEventListener", own);
    else Reflect.deleteProperty(target, "addEventListener");
  };
}

/** Records timeouts or intervals; the returned function clears them. */
function recordTimers(kind: "setTimeout" | "setInterval"): Undo {
  const start = globalThis[kind];
  const timers: number[] = [];
  const recorded = new Proxy(start, {
    apply(_, self, given) {
      const timer = Reflect.apply(start, self, given);
      timers.push(timer);
      return timer;
    },
  });
  Object.assign(globalThis, { [kind]: recorded });
  return () => {
    Object.assign(globalThis, { [kind]: start });
    timers.forEach(clearTimeout);
  };
}

/** Records the properties of a global object; the returned function restores them. */
function recordProperties(target: object): Undo {
  const before = Object.getOwnPropertyDescriptors(target);
  return () => {
    for (const name of Reflect.ownKeys(target)) {
      if (!Object.hasOwn(before, name)) Reflect.deleteProperty(target, name);
    }
    Object.defineProperties(target, before);
  };
}

/** Empties the document, its address, its cookies and its storage. */
function clearDocument(): void {
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) {
    setCookie(`${cookie.split("=")[0]}=; Path=/; Max-Age=0`);
  }
  history.replaceState(null, "", "/");
}

/** Starts the records for a test file; the returned function unmounts its components and restores document and globals. */
export function shareDocument(): () => Promise<void> {
  const undo = [
    recordListeners(window),
    recordListeners(document),
    recordTimers("setTimeout"),
    recordTimers("setInterval"),
    ...[navigator, Element.prototype, HTMLElement.prototype].map(recordProperties),
  ];
  return async () => {
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    vi.useRealTimers();
    await vi.dynamicImportSettled();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const restore of undo) restore();
    clearDocument();
  };
}
