/** The browser's entry: reads the payload, loads the page's parts and hydrates the host's HTML. */
// First: the theme declares the order of the style layers.
import "./ui/theme.css";
import "./ui/print.css";
import "../build/fonts/mincho.css";

import { startTransition } from "react";
import { renderNow, BrowserApp } from "./app/BrowserApp.tsx";
import { FallbackScreen } from "./app/FallbackScreen.tsx";
import { pageParts, pages } from "./app/pages.generated.ts";
import { createRoot, hydrateRoot } from "./app/reactRoots.ts";
import { serverParts } from "./app/serverParts.ts";
import { createPageStyles } from "./app/styles.ts";
import { loadQuery } from "./app/loadQuery.ts";
import type { Language } from "./contracts/language.ts";
import { loadLocaleFile } from "./contracts/locales.ts";
import { searchOf } from "./page/PageContext.ts";
import { PageLibrary } from "./page/PageLibrary.ts";
import { PageStore, type Place } from "./page/PageStore.ts";
import type { PagePayload } from "./page/payload.ts";

const shippedTags =
  "title, meta[name=description], meta[name=robots], meta[property], meta[name^=twitter], link[rel=canonical], link[hreflang]";

/**
 * Returns whether the root has HTML of the page from the host; the fallback screen, which the host
 * sends for a page that threw, does not count.
 */
function isRendered(root: HTMLElement): boolean {
  return root.querySelector(":scope > :not(.fallback-screen)") !== null;
}

/**
 * Loads the page's component, messages and data, and hydrates the host's HTML. Without that HTML it
 * renders the page here; if its data does not load, the frame with a retry.
 */
async function startPage(root: HTMLElement, payload: PagePayload): Promise<void> {
  const library = new PageLibrary({
    pages,
    parts: pageParts,
    serverParts,
    loadMessages: loadLocaleFile,
    loadFooter: () => import("./app/layout/Footer.tsx"),
    styles: createPageStyles(payload.route),
  });
  const store = new PageStore(library, loadQuery, Date.now);
  const {
    status,
    route: page,
    language,
    params,
    site,
    meta,
    url,
    now,
    preloaded,
    viewer,
  } = payload;
  const search = searchOf(url);
  // With 429 (too many requests) or 5xx the head is that of the failure, not of the page itself,
  // which may load in the browser nevertheless.
  const place = { page, language, params, search, meta: status < 429 ? meta : undefined };
  store.seed(language, preloaded, search);
  if (isRendered(root)) store.keepServerPart(place);
  const isWhole = await prepare(store, place, isRendered(root));
  const first = { store, site, place, path: url, now, viewer };
  const app = <BrowserApp {...first} failed={!isWhole} />;
  const shipped = document.head.querySelectorAll(shippedTags);
  const removeShipped = () => {
    for (const tag of shipped) tag.remove();
  };
  if (isRendered(root)) {
    // Hydration in slices: React handles early taps now, and they do not wait for the whole page.
    dispatchEvent(new Event("hydrating"));
    startTransition(() => {
      hydrateRoot(root, app, {
        // The timeout lets React finish the new render, with its head tags, first.
        onRecoverableError: () => setTimeout(removeDoubled, 0, removeShipped),
      });
    });
    return;
  }
  // If rendering fails, the fallback screen keeps the head of the host.
  renderNow(createRoot(root), app);
  removeDoubled(removeShipped);
}

/**
 * Loads the page's component, messages and data; returns false if the data could not be loaded. With
 * the host's HTML (`isShipped`) it throws instead, and that HTML stays.
 */
async function prepare(store: PageStore, place: Place, isShipped: boolean): Promise<boolean> {
  try {
    await store.prepare(place);
    return true;
  } catch (error) {
    if (isShipped) throw error;
    await store.prepareParts(place);
    return false;
  }
}

/**
 * Removes the head tags of the host if React added its own, as it does when it renders the page anew
 * and not by hydration.
 */
function removeDoubled(removeShipped: () => void): void {
  if (document.head.querySelectorAll("title").length > 1) removeShipped();
}

/** Shows the fallback screen if the host rendered no HTML, which would work without scripts. */
function showFallback(root: HTMLElement, language: Language): void {
  if (isRendered(root)) return;
  createRoot(root).render(
    <FallbackScreen language={language} onReload={() => location.reload()} />,
  );
}

const root = document.getElementById("root");
const text = document.getElementById("payload")?.textContent;
if (root && text) {
  const payload: PagePayload = JSON.parse(text);
  startPage(root, payload).catch(() => showFallback(root, payload.language));
}
