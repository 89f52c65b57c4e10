// @vitest-environment jsdom
/** What a member shares: the form on the account page, and the member page. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { SharingSection } from "../../../../client/accounts/profiles/account/SharingSection.tsx";
import { SharedThings } from "../../../../client/accounts/profiles/collections/SharedThings.tsx";
import type { QueryData } from "../../../../client/page/queries.ts";
import { renderInPage } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

const collections = [
  { id: "one", name: "水出し", is_shared: true, posts_count: 1 },
  { id: "two", name: "旅", is_shared: false, posts_count: 2 },
].map((one) => ({ ...one, has_post: false }));

afterEach(cleanup);

describe.each(eachLanguage)("sharing in %s", (language) => {
  const t = translate[language];

  const open = (sharing: QueryData["sharing"], path = "/account") =>
    renderInPage(<SharingSection />, {
      page: "account",
      language,
      path,
      preloaded: [{ query: "sharing", params: {}, data: sharing }],
    });

  test("form has the choices of the member", () => {
    open({ favourites: true, followed_cultivars: false, collections });

    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
    expect(boxes.map(({ name, value, checked }) => [name, value, checked])).toEqual([
      ["favourites", "on", true],
      ["followed_cultivars", "on", false],
      ["collections", "one", true],
      ["collections", "two", false],
    ]);
    expect(boxes[0]?.form?.getAttribute("action")).toBe(
      `/api/account/sharing/form?language=${language}`,
    );
    expect(screen.queryByText(t("account.sharing.none"))).toBeNull();
  });

  test("section explains sharing when there is no collection, and says when it cannot load", () => {
    open({ favourites: true, followed_cultivars: false, collections: [] });
    expect(screen.getByText(t("account.sharing.none"))).toBeDefined();
    cleanup();

    open(null);

    expect(screen.getByRole("alert").textContent).toBe(t("app.loadFailed.title"));
  });

  test.each([
    ["saved", "status", "account.sharing.saved"],
    ["busy", "alert", "account.sharing.failed"],
  ] as const)("outcome %s is said as %s", (outcome, role, key) => {
    open(
      { favourites: true, followed_cultivars: false, collections },
      `/account?sharing=${outcome}`,
    );

    expect(screen.getByRole(role).textContent).toBe(t(key));
  });

  test("form has the refused choices of the address instead of the stored ones", () => {
    open(
      { favourites: true, followed_cultivars: false, collections },
      "/account?sharing=required&followed_cultivars=on&collections=two",
    );

    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false, true]);
  });

  const openShared = (shared: QueryData["shared"]) =>
    renderInPage(<SharedThings id="hana" />, {
      page: "member",
      language,
      params: { id: "hana" },
      preloaded: [
        { query: "shared", params: { id: "hana" }, data: shared },
        { query: "cultivarNames", params: {}, data: {} },
      ],
    });

  test("member page links to shared collections and followed cultivars", () => {
    openShared({
      collections: [{ id: "one", name: "水出し", posts_count: 1 }],
      cultivars: ["saemidori"],
    });

    const prefix = language === "ja" ? "/ja" : "";
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([`${prefix}/collections/one`, `${prefix}/cultivars/saemidori`]);
    expect(screen.getByRole("heading", { name: t("member.followed") })).toBeDefined();
    expect(screen.queryByText(t("collections.shared"))).toBeNull();
  });

  test("member page has no section when nothing is shared, or it could not be read", () => {
    openShared({ collections: [], cultivars: [] });
    expect(screen.queryByRole("heading")).toBeNull();
    cleanup();

    openShared(null);

    expect(screen.queryByRole("heading")).toBeNull();
  });
});
