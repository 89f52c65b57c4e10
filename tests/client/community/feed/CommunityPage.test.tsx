// @vitest-environment jsdom
/** Feed page: states, paging, filters and realtime events. */
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PostCache } from "../../../../client/page/cache/posts.ts";
import { fakeHost, networkError, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { alex, hana, viewOf, visitor } from "../../accounts/sessions/member.ts";
import { testLoaders, visit } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aPostPage, aPost, author, somePosts } from "../posts.ts";

const t = translate.en;
const posts = somePosts(25);
const cards = () => screen.queryAllByRole("article").map(({ id }) => Number(id.slice(5)));
const address = () => location.pathname + location.search;
const inTabs = () =>
  within(screen.getByRole("navigation", { name: t("community.categories.label") }));
const link = (name: string) => screen.getByRole("link", { name });

const host: Replies = {
  "GET /api/posts?limit=10": {
    body: aPostPage({ posts: posts.slice(0, 10), next: "ten", remaining: 15 }),
  },
  "GET /api/posts?limit=10&after=ten": {
    body: aPostPage({ posts: posts.slice(10, 20), next: "twenty", remaining: 5 }),
  },
  "GET /api/posts?limit=20": {
    body: aPostPage({ posts: posts.slice(0, 20), next: "twenty", remaining: 5 }),
  },
  "GET /api/posts?category=review&limit=10": { body: aPostPage({ posts: posts.slice(0, 3) }) },
  "GET /api/posts?category=review&rating=4&limit=10": {
    body: aPostPage({ posts: posts.slice(0, 1) }),
  },
  "GET /api/posts?category=culture&limit=10": { body: aPostPage({ posts: [] }) },
  "GET /api/posts?search=yuzu&limit=10": { body: aPostPage({ posts: [] }) },
};

/** Fake WebSocket; `receive` delivers an event of the host to the newest one. */
class FakeSocket {
  static readonly all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(): void {}
  close(): void {}
}

function receive(event: unknown): void {
  act(() => FakeSocket.all.at(-1)?.onmessage?.({ data: JSON.stringify(event) }));
}

async function open(path: string, replies: Replies = host) {
  return { ...fakeHost({ ...replies }), ...(await visit(path)) };
}

beforeEach(() => {
  FakeSocket.all.length = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  HTMLElement.prototype.scrollIntoView = vi.fn();
  // jsdom hides popovers; the site's style sheet, which is not loaded, shows the filters.
  const css = "[popover] { display: block !important }";
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
});
afterEach(cleanup);

describe("feed state", () => {
  test("while loading shows a loading message", async () => {
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => answer.promise);
    await visit("/community");

    expect(screen.getByText(t("community.loading"))).toBeDefined();
  });

  test("after a failure shows a retry button", async () => {
    const { user, replies } = await open("/community", { "GET /api/posts?limit=10": networkError });
    expect(await screen.findByText(t("community.failed.title"))).toBeDefined();

    Object.assign(replies, host);
    await user.click(screen.getByRole("button", { name: t("community.failed.retry") }));

    await waitFor(() => expect(cards()).toHaveLength(10));
  });

  test.each([
    ["/community?category=culture", "community.empty.category"],
    ["/community?search=yuzu", "community.empty.filtered"],
  ] as const)("of the empty list at %s shows a message", async (path, title) => {
    await open(path);

    expect(await screen.findByText(t(title))).toBeDefined();
  });

  test("with posts shows ten and the number remaining", async () => {
    await open("/community");

    await waitFor(() => expect(cards()).toEqual(posts.slice(0, 10).map(({ id }) => id)));
    expect(link(t("community.more", { next: 10, remaining: 15 }))).toBeDefined();
  });

  test("with more than 100 remaining shows 100+", async () => {
    const many = aPostPage({ next: "ten", remaining: 100, remaining_is_more: true });
    await open("/community", { "GET /api/posts?limit=10": { body: many } });

    expect(await screen.findByText(/100\+/)).toBeDefined();
  });
});

describe("next feed page", () => {
  test("is appended without a history entry and receives the focus", async () => {
    const { user } = await open("/community");
    await waitFor(() => expect(cards()).toHaveLength(10));
    const entries = history.length;

    await user.click(link(t("community.more", { next: 10, remaining: 15 })));

    await waitFor(() => expect(cards()).toEqual(posts.slice(0, 20).map(({ id }) => id)));
    expect(address()).toBe("/community?page=2");
    expect(history.length).toBe(entries);
    expect(document.activeElement?.closest("li")?.id).toBe("entry-11");
  });

  test("can be opened by its address", async () => {
    await open("/community?page=2");

    await waitFor(() => expect(cards()).toHaveLength(20));
    expect(link(t("community.more", { next: 5, remaining: 5 })).getAttribute("href")).toBe(
      "/community?page=3#entry-21",
    );
  });

  test("failure is reported and keeps the list", async () => {
    const { user, replies } = await open("/community");
    await waitFor(() => expect(cards()).toHaveLength(10));
    replies["GET /api/posts?limit=10&after=ten"] = networkError;

    await user.click(link(t("community.more", { next: 10, remaining: 15 })));

    expect(await screen.findByText(t("community.moreFailed"))).toBeDefined();
    expect(cards()).toHaveLength(10);
  });
});

describe("feed filters", () => {
  test("are reset by choosing another category", async () => {
    const { user } = await open("/community?category=review&rating=4");
    await waitFor(() => expect(cards()).toHaveLength(1));

    await user.click(inTabs().getByRole("link", { name: t("post.category.culture") }));

    await waitFor(() => expect(address()).toBe("/community?category=culture"));
  });

  test("are missing without a category", async () => {
    await open("/community");

    expect(screen.queryByRole("combobox")).toBeNull();
  });

  test("update the list, the count and the address and reset the page", async () => {
    const { user } = await open("/community?category=review&page=2", {
      ...host,
      "GET /api/posts?category=review&limit=20": { body: aPostPage({ posts: posts.slice(0, 3) }) },
    });
    await waitFor(() => expect(cards()).toHaveLength(3));

    await user.selectOptions(screen.getByLabelText(t("community.filters.rating")), "4");

    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(address()).toBe("/community?category=review&rating=4");
    expect(screen.getAllByText(t("community.filters.count", { count: 1 }))).toHaveLength(2);
  });

  test("include a cultivar picker that searches by name", async () => {
    const { user } = await open("/community?category=review");
    await user.click(screen.getByRole("button", { name: /^Cultivar/ }));
    const search = await screen.findByRole("searchbox", { name: t("cultivarPicker.search") });
    await user.type(search, "zzzz");
    expect(await screen.findByText(t("cultivarPicker.empty"))).toBeDefined();

    await user.clear(search);
    await user.type(search, "okumidori{Enter}");

    await waitFor(() => expect(address()).toBe("/community?category=review&tea_variety=okumidori"));
    expect(document.querySelector("dialog")).toBeNull();
  });

  test("include a search that is added to the address on submit", async () => {
    const { user } = await open("/community");
    await user.type(screen.getByRole("searchbox"), "yuzu{Enter}");

    await waitFor(() => expect(address()).toBe("/community?search=yuzu"));
  });
});

describe("feed realtime event", () => {
  const arrived = (count: number) => screen.queryByText(t("community.arrived", { count }));
  const created = (id: number, category = "review") =>
    ({ type: "postCreated", id, category, language: "en", user_id: "x" }) as const;

  async function listening(path: string) {
    const page = await open(path);
    await waitFor(() => expect(cards().length).toBeGreaterThan(0));
    await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    return page;
  }

  test("postCreated is counted and shown only on request", async () => {
    const { user, replies } = await listening("/community");
    receive(created(2000));
    receive(created(2001));
    expect(arrived(2)).not.toBeNull();
    expect(cards()[0]).toBe(1000);

    const fresh = [aPost({ id: 2001 }), aPost({ id: 2000 }), ...posts.slice(0, 8)];
    replies["GET /api/posts?limit=10"] = { body: aPostPage({ posts: fresh, next: "x" }) };
    await user.click(screen.getByRole("button", { name: t("community.arrived", { count: 2 }) }));

    await waitFor(() => expect(cards().slice(0, 3)).toEqual([2001, 2000, 1000]));
    expect(arrived(2)).toBeNull();
    expect(document.activeElement?.closest("article")?.id).toBe("post-2001");
  });

  test("postCreated of another category is ignored", async () => {
    await listening("/community?category=review");
    receive(created(2000, "shop"));

    expect(arrived(1)).toBeNull();
  });

  test("postChanged updates counts and postRemoved marks the post", async () => {
    await listening("/community");
    receive({ type: "postChanged", id: 1000, likes: 44, commentsCount: 2 });
    receive({ type: "postRemoved", id: 999 });

    const [first, second] = screen.getAllByRole("article");
    expect(first?.querySelector(".post-like")?.textContent).toContain("44");
    expect(second?.textContent).toContain(t("post.removed"));
    expect(cards()).toHaveLength(10);
  });
});

describe("newly created post", () => {
  const mine = aPost({ id: 1000, user: { ...author, id: hana.id } });
  const listed = { body: aPostPage({ posts: [mine, ...posts.slice(1, 10)] }) };
  const replies = { ...host, "GET /api/posts?limit=10": listed };

  test("is highlighted for five seconds, then removed from the address", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeHost({ ...replies, "GET /api/session": { body: viewOf(hana) } });
    await visit("/community?new=1000", testLoaders, hana);
    // Only the card has the label, since the form has announced the post.
    await waitFor(() => expect(screen.getAllByText(t("post.new"))).toHaveLength(1));
    expect(document.querySelectorAll("[data-new]")).toHaveLength(1);

    await act(() => vi.advanceTimersByTimeAsync(5000));
    vi.useRealTimers();

    await waitFor(() => expect(address()).toBe("/community"));
    expect(document.querySelectorAll("[data-new]")).toHaveLength(0);
  });

  test("is not highlighted for another member", async () => {
    fakeHost({ ...replies, "GET /api/session": { body: viewOf(alex) } });
    await visit("/community?new=1000", testLoaders, alex);
    await waitFor(() => expect(cards()).toContain(1000));

    expect(screen.queryByText(t("post.new"))).toBeNull();
  });
});

describe("newly created post missing from the list", () => {
  const mine = aPost({ id: 3000, user: { ...author, id: hana.id } });

  test.each([
    ["is first for its author", hana, 3000],
    ["is not shown to other readers", null, 1000],
  ] as const)("%s", async (_, viewer, first) => {
    fakeHost({ ...host, "GET /api/session": { body: viewer ? viewOf(viewer) : visitor } });
    const { store } = await visit("/community?new=3000", testLoaders, viewer);
    act(() => store.singleton(PostCache).update([mine]));
    await waitFor(() => expect(cards()).toContain(1000));

    expect(cards()[0]).toBe(first);
  });
});

test("focus moves to the next post when the focused post is deleted", async () => {
  const { store } = await open("/community");
  await waitFor(() => expect(cards()).toContain(998));
  screen.getAllByRole("article")[2]?.querySelector("a")?.focus();

  act(() => void store.singleton(PostCache).remove(998));

  await waitFor(() => expect(cards()).not.toContain(998));
  expect(document.activeElement?.closest("article")?.id).toBe("post-997");
});
