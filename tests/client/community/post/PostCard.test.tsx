// @vitest-environment jsdom
/** Post card: text, pictures, like, comments and menu. */
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PostCard } from "../../../../client/community/post/PostCard.tsx";
import { InRouter } from "../../inRouter.tsx";
import type { Viewer } from "../../../../client/page/payload.ts";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import type { PostView } from "../../../../client/wire/types.generated.ts";
import { fakeHost, networkError, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { pageOf } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aCommentPage, anImage, aPost, author } from "../posts.ts";

const t = translate.en;
const names = { saemidori: { nameJa: "さえみどり", name: "Saemidori" } };
const session = { "GET /api/session": { body: viewOf(hana) } };

interface ShowOptions {
  readonly viewer?: Viewer | null;
  readonly replies?: Replies;
  readonly isNew?: boolean;
  readonly onDeleted?: () => void;
}

async function show(part: Partial<PostView> = {}, options: ShowOptions = {}) {
  const { viewer = null, replies, isNew, onDeleted = () => {} } = options;
  const host = fakeHost({ ...session, ...replies });
  const preloaded = [{ query: "cultivarNames", params: {}, data: names } as const];
  const page = pageOf({ page: "community", path: "/community", preloaded });
  await page.store.addMessages("en", "postDetail");
  const openedSession = new Session(
    { onMember: () => {}, onLanguage: () => {}, onSignedOut: () => {} },
    viewer?.id,
  );
  const shown = render(
    <InRouter page={{ ...page, viewer, openSession: async () => openedSession }}>
      <PostCard post={aPost(part)} isNew={isNew ?? false} onDeleted={onDeleted} />
      <div id="messages" />
    </InRouter>,
  );
  return { ...host, ...shown, user: userEvent.setup(), card: within(screen.getByRole("article")) };
}

const like = () => screen.getByRole("button", { name: /^Like/ });
const messages = () => document.getElementById("messages")?.textContent;

afterEach(cleanup);

describe("post card text", () => {
  test("shows author, time, text, tags and rating", async () => {
    const { card } = await show();

    for (const name of card.getAllByText("Hana")) expect(name.tagName).toBe("BDI");
    const heading = card.getByRole("heading", { name: t("post.untitled", { name: "Hana" }) });
    expect(within(heading).getByText("Hana").lang).toBe("en");
    expect(card.getByText(t("post.category.review"))).toBeDefined();
    expect(card.getByText(/second cup/).closest("p")?.lang).toBe("en");
    expect(card.getByText("Sencha")).toBeDefined();
    expect(card.getByText("Shizuoka")).toBeDefined();
    expect(card.getByRole("link", { name: "Saemidori" }).getAttribute("href")).toBe(
      "/cultivars/saemidori",
    );
    expect(card.getByRole("img", { name: t("post.rating", { rating: 4, most: 5 }) })).toBeDefined();
  });

  test("links author, time and text to the post", async () => {
    const { card } = await show();
    const time = document.querySelector("time");
    expect(time?.dateTime).toBe("2026-11-21T03:30:00Z");

    for (const part of [card.getAllByText("Hana")[0], time, card.getByText(/second cup/)])
      expect(part?.closest("a")?.getAttribute("href")).toBe("/post/12");
  });

  test("above 300 characters is truncated and expandable in place", async () => {
    const { user, card } = await show({ content: `${"茶".repeat(300)}tail` });
    expect(card.queryByText(/tail/)).toBeNull();

    await user.click(card.getByRole("link", { name: /^Read more/ }));

    expect(card.getByText(/tail/)).toBeDefined();
    expect(card.queryByRole("link", { name: /^Read more/ })).toBeNull();
  });

  test("of 300 characters is not truncated", async () => {
    const { card } = await show({ content: "茶".repeat(300) });

    expect(card.queryByText(t("post.readMore"))).toBeNull();
  });

  test("names a former member as deleted", async () => {
    const { card } = await show({ user: null });

    expect(card.getAllByText(t("post.deletedMember")).length).toBeGreaterThan(0);
  });

  test("with HTML stays text", async () => {
    await show({ content: '<img src=x onerror="alert(1)">', title: "<b>bold</b>" });

    expect(document.querySelector("article img, article b")).toBeNull();
  });

  test("of a new post has a label", async () => {
    const { card } = await show({}, { isNew: true });

    expect(card.getByText(t("post.new"))).toBeDefined();
  });
});

describe("post card pictures", () => {
  const images = (count: number) =>
    Array.from({ length: count }, (_, index) => anImage({ id: String(index) }));
  const grid = () => screen.getByRole("list", { name: t("post.photos") });

  test.each([
    [1, "1", 1],
    [2, "2", 2],
    [3, "3", 3],
    [4, "2", 4],
    [6, "2", 4],
  ])("%i are shown in %s columns", async (count, columns, shown) => {
    await show({ images: images(count) });

    expect(grid().dataset.columns).toBe(columns);
    expect(within(grid()).getAllByRole("listitem")).toHaveLength(shown);
  });

  test("above four are counted", async () => {
    await show({ images: images(6) });

    expect(screen.getByText("+2")).toBeDefined();
  });

  test("have dimensions, an AVIF source and a link to the file", async () => {
    await show({ images: images(1) });
    const image = document.querySelector("img");

    expect([image?.getAttribute("width"), image?.getAttribute("height")]).toEqual(["1600", "1200"]);
    expect(document.querySelector("source")?.getAttribute("type")).toBe("image/avif");
    expect(image?.closest("a")?.getAttribute("href")).toBe(image?.getAttribute("src"));
  });

  test("open in a viewer with next, arrow keys and Escape", async () => {
    const { user } = await show({ images: images(3) });
    await user.click(screen.getByText(t("post.openPhoto", { number: 2, count: 3 })));
    const label = (number: number) => t("post.viewer.label", { number, count: 3 });
    const viewer = await screen.findByRole("dialog", { name: label(2) });

    const caption = viewer.querySelector("[aria-live]");
    await user.click(within(viewer).getByRole("button", { name: t("post.viewer.next") }));
    expect(viewer.getAttribute("aria-label")).toBe(label(3));
    // The text of the same element changes, since screen readers would not announce a new element.
    expect(viewer.querySelector("[aria-live]")).toBe(caption);
    expect(caption?.textContent).toContain(label(3));
    await user.keyboard("{ArrowRight}");
    expect(viewer.getAttribute("aria-label")).toBe(label(1));
    viewer.dispatchEvent(new Event("cancel", { cancelable: true }));

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("close on a click", async () => {
    const { user } = await show({ images: images(1) });
    await user.click(screen.getByText(t("post.openPhoto", { number: 1, count: 1 })));
    const viewer = await screen.findByRole("dialog");
    expect(within(viewer).queryByRole("button", { name: t("post.viewer.next") })).toBeNull();

    await user.click(viewer);

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("like", () => {
  const put = "PUT /api/posts/12/like";
  const remove = "DELETE /api/posts/12/like";

  test("by a visitor shows a login link and sends no request", async () => {
    history.replaceState(null, "", "/community");
    const { user, requests } = await show();
    await user.click(like());

    await waitFor(() => expect(messages()).toContain(t("postDetail.loginRequiredForLike")));
    expect(document.querySelector(".message a")?.getAttribute("href")).toBe(
      "/login?return=%2Fcommunity",
    );
    expect(requests).toEqual([]);
  });

  test("is shown at once and updated from the response", async () => {
    const { user } = await show(
      {},
      { viewer: hana, replies: { [put]: { body: { likes: 9, isLiked: true } } } },
    );
    await user.click(like());

    await waitFor(() => expect(like().textContent).toContain("9"));
    expect(like().getAttribute("aria-pressed")).toBe("true");
  });

  test("is rolled back with a message when the host refuses", async () => {
    const { user } = await show(
      {},
      { viewer: hana, replies: { [put]: refuse(503, "app.unavailable", { seconds: 5 }) } },
    );
    await user.click(like());

    await waitFor(() => expect(messages()).toContain(t("post.likeFailed")));
    expect(like().getAttribute("aria-pressed")).toBe("false");
    expect(like().textContent).toContain("3");
  });

  test("pressed three times ends in the state of the last press", async () => {
    const replies: Replies = {
      [put]: { body: { likes: 4, isLiked: true } },
      [remove]: { body: { likes: 3, isLiked: false } },
    };
    const { user, requests } = await show({}, { viewer: hana, replies });
    await user.click(like());
    await user.click(like());
    await user.click(like());

    await waitFor(() => expect(like().getAttribute("aria-pressed")).toBe("true"));
    await waitFor(() => expect(requests.at(-1)?.method).toBe("PUT"));
    expect(like().textContent).toContain("4");
  });
});

describe("post card comments", () => {
  const comments = "GET /api/posts/12/comments?limit=3";

  test("are requested only when opened", async () => {
    const { user, count } = await show({}, { replies: { [comments]: { body: aCommentPage() } } });
    const toggle = screen.getByRole("button", { name: /^Comments/ });
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    expect(count(comments)).toBe(0);

    await user.click(toggle);
    expect(await screen.findByText(t("postDetail.comments.none"))).toBeDefined();
    expect(count(comments)).toBe(1);

    await user.click(toggle);
    expect(screen.queryByText(t("postDetail.comments.none"))).toBeNull();
  });
});

describe("post card menu", () => {
  const own = { user: { ...author, id: hana.id } };

  test("is missing for readers other than the author", async () => {
    await show({}, { viewer: hana });
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(document.querySelector(".post-menu, .post-menu-place")).toBeNull();
  });

  async function askToDelete(replies: Replies, onDeleted = vi.fn()) {
    const page = await show(own, { viewer: hana, replies, onDeleted });
    const menu = await waitFor(() => {
      const found = document.querySelector<HTMLElement>(".post-menu summary");
      if (!found) throw new Error("no menu yet");
      return found;
    });
    expect(screen.getByText(t("postDetail.menu.edit")).getAttribute("href")).toBe("/post/12/edit");
    await page.user.click(menu);
    await page.user.click(screen.getByText(t("postDetail.menu.delete")));
    const question = await screen.findByRole("alertdialog");
    await page.user.click(within(question).getByText(t("postDetail.confirm.yes")));
    return { ...page, onDeleted };
  }

  test("deletes the post after confirmation and shows a message", async () => {
    const { count, onDeleted } = await askToDelete({ "DELETE /api/posts/12": { status: 204 } });

    await waitFor(() => expect(messages()).toContain(t("postDetail.deleted")));
    expect(count("DELETE /api/posts/12")).toBe(1);
    expect(onDeleted).toHaveBeenCalledOnce();
  });

  test("reports a failed deletion and keeps the post", async () => {
    const { onDeleted } = await askToDelete({
      "DELETE /api/posts/12": networkError,
      "GET /api/posts/12": { body: aPost() },
    });

    await waitFor(() => expect(messages()).toContain(t("postDetail.deleteFailed")));
    expect(onDeleted).not.toHaveBeenCalled();
  });
});

test("relative time on a post card follows the browser clock", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T03:30:20Z") });
  await show();
  expect(document.querySelector("time")?.textContent).toBe(t("post.time.now"));
  vi.useRealTimers();
});
