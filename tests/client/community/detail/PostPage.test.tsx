// @vitest-environment jsdom
/** Post page: facts, back link and missing post. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import PostPage from "../../../../client/community/detail/PostPage.tsx";
import type { QueryData } from "../../../../client/page/queries.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { aCommentPage, anImage, aPost } from "../posts.ts";

const params = { id: "12" };
const full = aPost({
  title: "Spring in Makinohara",
  tea_variety: "okumidori",
  rating: 4,
  price_yen: 1080,
  shop_name: "Midori-en",
  harvest_period: "early May",
  processing_method: "deep-steamed",
  edited_at: "2026-11-21T03:50:00Z",
});

function open(post: QueryData["post"], viewer: typeof hana | null = null) {
  return renderForMember(<PostPage />, {
    language: "en",
    page: "post",
    params,
    path: "/post/12",
    now: "2026-11-21T04:00:00Z",
    viewer,
    preloaded: [
      { query: "post", params, data: post },
      { query: "comments", params, data: aCommentPage() },
    ],
  });
}

const facts = () =>
  [...document.querySelectorAll(".tea-info-fact")].map((fact) => [
    fact.querySelector("dt")?.textContent,
    fact.querySelector("dd")?.textContent,
  ]);
const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>("link", { name });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  history.replaceState(null, "");
});

describe("post page", () => {
  test("shows all facts of the tea", () => {
    open(full);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Spring in Makinohara");
    expect(facts()).toEqual([
      ["Rating", "★★★★☆"],
      ["Tea type", "Sencha"],
      ["Cultivar", "Okumidori"],
      ["Prefecture", "Shizuoka"],
      ["Shop", "Midori-en"],
      ["Price", "¥1,080"],
      ["Harvest period", "early May"],
      ["Processing", "deep-steamed"],
    ]);
    expect(link("Okumidori").getAttribute("href")).toBe("/cultivars/okumidori");
    expect(screen.getByRole("img", { name: translate.en("post.rating", { rating: 4, most: 5 }) }));
  });

  test("links to its author and shows the edited mark", () => {
    open(full);

    expect(link("Hana").getAttribute("href")).toBe("/members/member-hana");
    expect(screen.getByText("edited")).toBeTruthy();
    expect(document.querySelector("time")?.dateTime).toBe("2026-11-21T03:30:00Z");
  });

  test("without title and facts has a fallback heading and no facts box", () => {
    open(aPost({ tea_type: null, tea_variety: null, prefecture: null, rating: null, user: null }));

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Post by Deleted member");
    expect(document.querySelector(".tea-info")).toBeNull();
  });

  test("shows the stored id of an unknown cultivar", () => {
    open(aPost({ tea_variety: "constructor" }));

    expect(facts()).toContainEqual(["Cultivar", "constructor"]);
  });

  test("opens each picture in a new tab", () => {
    open(aPost({ images: [anImage({ id: "a", alt: "A cup" }), anImage({ id: "b" })] }));

    const first = link("A cup Photo 1 of 2, opens in a new tab");

    expect([first.target, first.rel]).toEqual(["_blank", "noopener"]);
    expect(screen.getAllByRole("link", { name: /Photo/ })).toHaveLength(2);
  });

  test("shows hostile content as text with the post's language", () => {
    const content = `</p><script>alert(1)</script>\u202e${"長".repeat(300)}`;
    open(aPost({ content, language: "ja" }));

    const words = document.querySelector(".post-page-content");

    expect([words?.textContent, words?.getAttribute("lang")]).toEqual([content, "ja"]);
    expect(document.querySelector("script")).toBeNull();
  });

  test("shows the menu to its author only", async () => {
    open(full, { ...hana });
    expect(screen.queryByLabelText("Menu of this post")).toBeNull();
    cleanup();

    open(full, { ...hana, id: "member-hana" });
    expect(await screen.findByLabelText("Menu of this post")).toBeTruthy();
  });
});

test.each(["hidden", "held"] as const)(
  "an own post that is %s can be neither liked nor saved",
  (one) => {
    const author = { id: hana.id, display_name: "Hana", avatar_url: null };
    open(aPost({ user: author, withheld: one === "held" ? "links" : one }), { ...hana });

    const like = screen.getByRole<HTMLButtonElement>("button", { name: /^Like/ });
    expect(like.disabled).toBe(true);
    expect(screen.queryByRole("button", { name: translate.en("postDetail.save") })).toBeNull();
    expect(document.body.textContent).toContain(translate.en(`postDetail.withheld.${one}`));
  },
);

test.each([
  ["the author", hana.id, "/account#decisions"],
  ["a moderator", "alex", "/moderation/log?subject=post:12#log-entries"],
])("reason of a hidden post leads %s to the decision", (_, id, address) => {
  const user = { id, display_name: "Alex Leaf", avatar_url: null };
  open(aPost({ user, withheld: "hidden" }), { ...hana, role: "moderator" });

  expect(link(translate.en("postDetail.withheld.account")).getAttribute("href")).toBe(address);
});

describe("post page back link", () => {
  test("leads to the community when the reader came from elsewhere", () => {
    open(full);
    const back = vi.spyOn(history, "back");

    expect(link("← Back").getAttribute("href")).toBe("/community");
    fireEvent.click(link("← Back"));
    expect(back).not.toHaveBeenCalled();
  });

  test("goes back in history when the reader came from this site", () => {
    history.replaceState({ key: "k", isFollowed: true }, "");
    open(full);
    const back = vi.spyOn(history, "back").mockImplementation(() => undefined);

    fireEvent.click(link("← Back"));

    expect(back).toHaveBeenCalledOnce();
  });
});

describe("missing post page", () => {
  const seconds = (count: number) => act(async () => vi.advanceTimersByTimeAsync(count * 1000));
  const left = () => document.querySelector(".missing-post-countdown")?.textContent;

  test("counts down ten seconds and redirects to the home page", async () => {
    vi.useFakeTimers();
    const { go } = open(null);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Post not found");
    expect(left()).toBe("Taking you home in 10 seconds.");
    await seconds(9);
    expect(left()).toBe("Taking you home in 1 second.");
    expect(screen.getByRole("status").textContent).toBe("Taking you home in 10 seconds.");
    expect(go).not.toHaveBeenCalled();

    await seconds(1);
    expect(go).toHaveBeenCalledExactlyOnceWith("/");
  });

  test("cancels the redirect when the reader stays", async () => {
    vi.useFakeTimers();
    const { go } = open(null);

    fireEvent.click(screen.getByRole("button", { name: "Stay here" }));
    await seconds(30);

    expect(go).not.toHaveBeenCalled();
    expect(screen.getByRole("status").textContent).toBe(translate.en("postDetail.stayed"));
    expect(link("Back to home").getAttribute("href")).toBe("/");
  });

  test("says that the post was removed, without naming its author or a moderator", () => {
    const { container } = open("removed");

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      translate.en("postDetail.removed"),
    );
    expect(container.textContent).toContain(translate.en("postDetail.removedBody"));
    expect(container.textContent).not.toMatch(/author|moderator/i);
    expect(translate.ja("postDetail.removedBody")).not.toMatch(/投稿した人|運営/);
  });
});
