// @vitest-environment jsdom
/** Public member page that fails to load on a client navigation. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { QueryLoaders } from "../../../../client/page/queries.ts";
import { aPostPage } from "../../community/posts.ts";
import { testLoaders, visit } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";
import { hana } from "../sessions/member.ts";

const { email: _, ...member } = hana;

afterEach(cleanup);

describe.each(eachLanguage)("member page in %s", (language) => {
  const t = translate[language];
  const prefix = language === "ja" ? "/ja" : "";
  const path = `${prefix}/members/${hana.id}`;

  async function waitForPage(title: string): Promise<void> {
    await screen.findByRole("heading", { level: 1, name: title });
  }

  /** Navigates to the member's page; one query fails until `repair` is called. */
  async function openFailing(query: "member" | "memberPosts") {
    let isBroken = true;
    const fail = async (): Promise<never> => {
      throw new TypeError("offline");
    };
    const working: QueryLoaders = {
      ...testLoaders,
      member: async () => member,
      memberPosts: async () => aPostPage(),
      shared: async () => null,
      cultivarNames: async () => ({}),
    };
    const load = working[query];
    const loaders = {
      ...working,
      [query]: (...given: Parameters<typeof load>) => (isBroken ? fail() : load(...given)),
    };
    const visited = await visit(`${prefix}/about`, loaders);
    await waitForPage(t("about.title"));
    history.pushState(null, "", path);
    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    return {
      ...visited,
      repair: () => {
        isBroken = false;
      },
    };
  }

  test.each(["member", "memberPosts"] as const)(
    "whose query %s fails shows an alert at its address and loads after a retry",
    async (query) => {
      const { user, repair } = await openFailing(query);

      await waitFor(() =>
        expect(screen.getByRole("alert").querySelector("h1")?.textContent).toBe(
          t("app.loadFailed.title"),
        ),
      );
      expect(location.pathname).toBe(path);
      expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
        "noindex,follow",
      );
      repair();
      await user.click(screen.getByRole("button", { name: t("app.loadFailed.retry") }));

      await waitForPage(hana.display_name);
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );
});
