/** The browser's entry: reads the payload, fetches what the page needs, and takes over what the host drew. */
import "./ui/theme.css";
import "../build/fonts/mincho.css";

import { createRoot, hydrateRoot } from "react-dom/client";
import { pageParts } from "./app/pageParts.ts";
import { pages } from "./app/pages.ts";
import { queries } from "./app/queries.ts";
import { Visits } from "./app/Visits.tsx";
import { loadLocaleFile } from "./contracts/locales.ts";
import { PageLibrary } from "./page/PageLibrary.ts";
import { PageStore } from "./page/PageStore.ts";
import type { PagePayload } from "./page/payload.ts";

const shippedTags =
  'title, meta[name="description"], meta[name="robots"], meta[property], meta[name^="twitter:"], link[rel="canonical"], link[rel="alternate"][hreflang]';

/** The host's own head tags make way when React draws the page afresh, or there would be two of each. */
function dropShippedHead(): void {
  for (const tag of document.head.querySelectorAll(shippedTags)) tag.remove();
}

async function start(root: HTMLElement, payload: PagePayload): Promise<void> {
  const library = new PageLibrary({ pages, parts: pageParts, loadWords: loadLocaleFile });
  const store = new PageStore(library, queries);
  const { route: page, language, params, site, url, preloaded, viewer } = payload;
  const place = { page, language, params };
  store.seed(language, preloaded);
  await store.prepare(place);
  const visits = <Visits store={store} site={site} place={place} path={url} viewer={viewer} />;
  if (root.firstElementChild) {
    hydrateRoot(root, visits);
    return;
  }
  dropShippedHead();
  createRoot(root).render(visits);
}

const root = document.getElementById("root");
const text = document.getElementById("payload")?.textContent;
if (root && text) void start(root, JSON.parse(text));
