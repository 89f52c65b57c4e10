/** Links of the host's document that depend on its language. */
import type { Language } from "../contracts/language.ts";
import { inLanguage } from "../language/paths.ts";

/** Manifest, search description and feed of the site; feeds of pages are `HeadTags`. */
const siteLinks = ["manifest.webmanifest", "opensearch.xml", "feed.atom"]
  .map((file) => `link[href="/${file}"], link[href="/ja/${file}"]`)
  .join();

/** Sets the links of the whole site to a language; `name` is the site's in that language. */
export function translateSiteLinks(language: Language, name: string): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(siteLinks)) {
    link.setAttribute("href", inLanguage(link.getAttribute("href") ?? "", language));
    if (link.title) link.title = name;
  }
}
