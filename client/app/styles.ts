/** Styles of the pages: the first view links its own style sheet, every other page the one of all pages. */
import type { PageName } from "../contracts/routes.ts";
import type { PageStyles } from "../page/PageLibrary.ts";

/**
 * Returns the styles of a tab whose first page is `first`: they load the style sheet of all pages
 * for any other page. Without the host's link there is nothing to load.
 */
export function createPageStyles(first: PageName): PageStyles {
  const shown = document.querySelector<HTMLLinkElement>("link[data-all]");
  let pending: Promise<void> | undefined;
  let isComplete = shown === null;
  return {
    has: (page) => isComplete || page === first,
    load: (page) => {
      if (isComplete || page === first || shown === null) return Promise.resolve();
      pending ??= replaceStyleSheet(shown).then(
        () => {
          isComplete = true;
        },
        (error: unknown) => {
          pending = undefined;
          throw error;
        },
      );
      return pending;
    },
  };
}

/** Replaces the first page's style sheet by that of all pages; rejects when it fails to load. */
function replaceStyleSheet(shown: HTMLLinkElement): Promise<void> {
  const all = document.createElement("link");
  all.rel = "stylesheet";
  all.href = shown.dataset.all ?? "";
  const loaded = new Promise<void>((resolve, reject) => {
    all.addEventListener("load", () => {
      shown.remove();
      resolve();
    });
    all.addEventListener("error", () => {
      all.remove();
      reject(new Error("the style sheet of all pages failed to load"));
    });
  });
  shown.after(all);
  return loaded;
}
