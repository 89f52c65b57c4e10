/** Returns the document to the state in which a test file found it, because files share one. */
import { vi } from "vitest";
import { setCookie } from "./browser.ts";

type Undo = () => void;

// React and user-event prepare a document once and mark it, so their listeners stay.
const ofLibraries = new Set(["selectionchange", "focus", "blur"]);

/** Records the listeners of the window or the document; the returned function removes them. */
function recordListeners(target: Window | Document): Undo {
  const own = Object.getOwnPropertyDescriptor(target, "addEventListener");
  const undo: Undo[] = [];
  target.addEventListener = new Proxy(target.addEventListener, {
    apply(add, _, given) {
      Reflect.apply(add, target, given);
      if (target === document && ofLibraries.has(given[0])) return;
      undo.push(() => Reflect.apply(target.removeEventListener, target, given));
    },
  });
  return () => {
    for (const remove of undo) remove();
    if (own) Object.defineProperty(target, "addEventListener", own);
    else Reflect.deleteProperty(target, "addEventListener");
  };
}

/** Records the timers of one kind; the returned function stops those that run. */
function recordTimers(kind: "setTimeout" | "setInterval"): Undo {
  const start = globalThis[kind];
  const begun: number[] = [];
  const recorded = new Proxy(start, {
    apply(_, self, given) {
      const timer = Reflect.apply(start, self, given);
      begun.push(timer);
      return timer;
    },
  });
  Object.assign(globalThis, { [kind]: recorded });
  return () => {
    Object.assign(globalThis, { [kind]: start });
    begun.forEach(clearTimeout);
  };
}

/** Records the properties of an object that all files see; the returned function restores them. */
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

/** Begins a file; the returned function unmounts, stops and removes what its tests have left. */
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
    for (const back of undo) back();
    clearDocument();
  };
}
