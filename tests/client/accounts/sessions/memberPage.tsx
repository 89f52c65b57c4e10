/** Renders a component in a page of a signed-in member, with the real messages. */
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { InRouter } from "../../inRouter.tsx";
import { pageParts, pages } from "../../../../client/app/pages.generated.ts";
import { loadQuery } from "../../../../client/app/loadQuery.ts";
import { loadLocaleFile } from "../../../../client/contracts/locales.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import type { PageName, Params } from "../../../../client/contracts/routes.ts";
import { type Page, searchOf } from "../../../../client/page/PageContext.ts";
import { PageLibrary } from "../../../../client/page/PageLibrary.ts";
import { PageStore } from "../../../../client/page/PageStore.ts";
import type { Preloaded } from "../../../../client/page/payload.ts";
import type { CultivarNames } from "../../../../client/contracts/cultivar.ts";
import { translate } from "../../messages.ts";
import { now, site } from "../../renderPage.tsx";
import { hana } from "./member.ts";

const kanaNames = { okumidori: "おくみどり", saemidori: "さえみどり", yabukita: "やぶきた" };

export function namesIn(language: Language): CultivarNames {
  const nameOf = (id: string, nameJa: string) =>
    language === "ja" ? nameJa : id.charAt(0).toUpperCase() + id.slice(1);
  return Object.fromEntries(
    Object.entries(kanaNames).map(([id, nameJa]) => [id, { nameJa, name: nameOf(id, nameJa) }]),
  );
}

interface MemberPageOptions extends Partial<Page> {
  readonly path?: string;
  readonly page?: PageName;
  readonly params?: Params;
  readonly preloaded?: readonly Preloaded[];
}

export function newStore(): PageStore {
  const library = new PageLibrary({ pages, parts: pageParts, loadMessages: loadLocaleFile });
  return new PageStore(library, loadQuery);
}

/** Renders a component for Hana, or for `viewer`, at `path`, whose query the page gets; `go` records navigations. */
export function renderForMember(children: ReactNode, options: MemberPageOptions = {}) {
  const { language = "ja", params = {}, path = "/ja/profile" } = options;
  const go = vi.fn();
  const store = newStore();
  store.seed(language, options.preloaded ?? [], searchOf(path));
  store.seed(language, [{ query: "cultivarNames", params, data: namesIn(language) }]);
  const page: Page = {
    page: "profile",
    language,
    params,
    search: searchOf(path),
    now,
    t: translate[language],
    site: { ...site, name: site.names[language] },
    store,
    viewer: hana,
    ...options,
  };
  const rendered = render(
    <InRouter page={page} path={path} go={go}>
      {children}
      <div id="messages" />
    </InRouter>,
  );
  return { user: userEvent.setup(), go, ...rendered };
}

/** Returns the texts of the notifications that the page shows. */
export function shownMessages(): readonly string[] {
  return [...document.querySelectorAll(".message p")].map(({ textContent }) => textContent ?? "");
}

/** Replaces `location`, which jsdom cannot navigate, and returns the list of addresses of full page loads. */
export function recordPageLoads() {
  const loads: string[] = [];
  const { location } = window;
  vi.stubGlobal("location", {
    get href() {
      return location.href;
    },
    get pathname() {
      return location.pathname;
    },
    get search() {
      return location.search;
    },
    hash: "",
    assign: (path: string) => loads.push(path),
    replace: (path: string) => loads.push(path),
    reload: () => loads.push("reload"),
  });
  return loads;
}
