/** The browser's entry: reads the payload, fetches what the page needs, and takes over what the host drew. */
import "./ui/theme.css";
import "../build/fonts/mincho.css";

import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { drawNow } from "./app/drawNow.ts";
import { FallbackScreen } from "./app/FallbackScreen.tsx";
import { pageParts } from "./app/pageParts.ts";
import { pages } from "./app/pages.ts";
import { queries } from "./app/queries.ts";
import { Visits } from "./app/Visits.tsx";
import { loadLocaleFile } from "./contracts/locales.ts";
import { searchOf } from "./page/PageContext.ts";
import { PageLibrary } from "./page/PageLibrary.ts";
import { PageStore, type Place } from "./page/PageStore.ts";
import type { PagePayload } from "./page/payload.ts";

const shippedTags =
  'title, meta[name="description"], meta[name="robots"], meta[property], meta[name^="twitter:"], link[rel="canonical"], link[rel="alternate"][hreflang]';

/** The fallback card of a page that threw on the host is not the page: that is still to be drawn. */
function isDrawn(root: HTMLElement): boolean {
  return root.firstElementChild !== null && root.querySelector(".fallback-screen") === null;
}

async function start(root: HTMLElement, payload: PagePayload): Promise<void> {
  const library = new PageLibrary({ pages, parts: pageParts, loadWords: loadLocaleFile });
  const store = new PageStore(library, queries, Date.now);
  const { route: page, language, params, site, card, url, now, preloaded, viewer } = payload;
  const search = searchOf(url);
  const place = { page, language, params, search, card };
  store.seed(language, preloaded, search);
  const isWhole = await prepare(store, place, isDrawn(root));
  const first = { store, site, place, path: url, now, viewer };
  const visits = <Visits {...first} failed={!isWhole} />;
  const shipped = document.head.querySelectorAll(shippedTags);
  const dropShipped = () => {
    for (const tag of shipped) tag.remove();
  };
  if (isDrawn(root)) {
    // In slices: a finger that comes meanwhile does not wait for the whole page.
    startTransition(() => {
      hydrateRoot(root, visits, {
        onRecoverableError: () => setTimeout(dropDoubled, 0, dropShipped),
      });
    });
    return;
  }
  // Should the page fail to draw, its fallback screen has no head of its own and keeps the host's.
  drawNow(createRoot(root), visits);
  dropDoubled(dropShipped);
}

/** A page that the host could not draw for want of data has its frame all the same, and a way to try again. */
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

/** When React has drawn the page afresh it has put its own head tags beside the host's, which then make way. */
function dropDoubled(dropShipped: () => void): void {
  if (document.head.querySelectorAll("title").length > 1) dropShipped();
}

/** What the host drew still reads and still links without scripts; only an empty page needs a word. */
function fail(root: HTMLElement): void {
  if (isDrawn(root)) return;
  createRoot(root).render(<FallbackScreen onReload={() => location.reload()} />);
}

const root = document.getElementById("root");
const text = document.getElementById("payload")?.textContent;
if (root && text) start(root, JSON.parse(text)).catch(() => fail(root));
