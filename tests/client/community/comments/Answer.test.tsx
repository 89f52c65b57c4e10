// @vitest-environment jsdom
/** Accepted answer and pinned comment: marks, place above the comments, and buttons. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AnsweredBadge } from "../../../../client/community/CategoryBadge.tsx";
import { CommentList } from "../../../../client/community/comments/CommentList.tsx";
import { CommentRow } from "../../../../client/community/comments/CommentRow.tsx";
import { threadOf, withRemoved } from "../../../../client/community/comments/thread.ts";
import type { PostView } from "../../../../client/wire/types.generated.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { aComment, aCommentPage, aPost } from "../posts.ts";

const t = translate.en;
const first = aComment({ id: 1, content: "Sixty degrees." });
const second = aComment({ id: 2, content: "Eighty degrees." });
const pageOptions = { language: "en", page: "post", path: "/post/12" } as const;

afterEach(cleanup);

function renderList(post: Partial<PostView>, page = aCommentPage({ comments: [first], total: 2 })) {
  const question = aPost({ category: "question", commentsCount: 2, ...post });
  return renderForMember(<CommentList post={question} preloaded={page} />, {
    ...pageOptions,
    viewer: null,
  });
}

test("answer among the comments is marked and linked", () => {
  renderList({ answer_id: 1 });

  const link = screen.getByRole("link", { name: t("postDetail.answer.go") });
  expect(link.getAttribute("href")).toBe("#comment-1");
  expect(screen.getAllByText(t("postDetail.answer.mark"))).toHaveLength(1);
});

test("answer that is not loaded yet is above the comments", () => {
  renderList({ answer_id: 2 }, aCommentPage({ comments: [first], total: 2, answer: second }));

  const [top] = screen.getAllByRole("list");
  expect(within(top as HTMLElement).getByText(second.content)).toBeTruthy();
  expect(screen.queryByRole("link", { name: t("postDetail.answer.go") })).toBeNull();
});

test.each([
  ["without an answer", { answer_id: null }],
  ["of another category", { answer_id: 1, category: "review" }],
] as const)("post %s marks nothing", (_, post) => {
  renderList(post);

  expect(screen.queryByText(t("postDetail.answer.mark"))).toBeNull();
  expect(screen.queryByText(t("postDetail.answer.heading"))).toBeNull();
});

test("author of a question accepts an answer and undoes it", async () => {
  const choose = vi.fn(async () => undefined);
  const rowOf = (isAnswer: boolean) => (
    <CommentRow
      comment={second}
      onEdit={choose}
      onRemove={choose}
      onMark={choose}
      isAnswer={isAnswer}
      mayChoose
    />
  );
  for (const isAnswer of [false, true]) {
    const { user } = renderForMember(rowOf(isAnswer), {
      ...pageOptions,
      viewer: { ...hana, id: "asker" },
    });
    const name = t(isAnswer ? "postDetail.answer.unchoose" : "postDetail.answer.choose");
    await user.click(screen.getByRole("button", { name }));

    expect(choose).toHaveBeenLastCalledWith(second, "answer", !isAnswer);
    cleanup();
  }
});

test("pinned comment is above the comments and links to its place", () => {
  renderList({ pinned_id: 1, category: "review" });

  const [top] = screen.getAllByRole("list");
  expect(within(top as HTMLElement).getByText(first.content)).toBeTruthy();
  const link = screen.getByRole("link", { name: t("postDetail.pin.go") });
  expect(link.getAttribute("href")).toBe("#comment-1");
  expect(screen.getAllByText(t("postDetail.pin.mark"))).toHaveLength(1);
});

test("author of the post pins a comment, and a moderator has no button for it", async () => {
  const mark = vi.fn(async () => undefined);
  renderForMember(
    <CommentRow comment={second} onEdit={mark} onRemove={mark} onMark={mark} mayPin />,
    {
      ...pageOptions,
      viewer: { ...hana, id: "author" },
    },
  );
  screen.getByRole("button", { name: t("postDetail.pin.pin") }).click();
  expect(mark).toHaveBeenLastCalledWith(second, "pin", true);
  cleanup();

  renderForMember(
    <CommentList
      post={aPost({ category: "question" })}
      preloaded={aCommentPage({ comments: [first] })}
    />,
    {
      ...pageOptions,
      viewer: { ...hana, id: "moderator", role: "moderator" },
    },
  );
  expect(screen.getByRole("button", { name: t("postDetail.answer.choose") })).toBeTruthy();
  expect(screen.queryByRole("button", { name: t("postDetail.pin.pin") })).toBeNull();
});

test("only questions with an answer have its mark in lists", () => {
  renderForMember(
    <>
      <AnsweredBadge post={aPost({ category: "question", answer_id: 1 })} />
      <AnsweredBadge post={aPost({ category: "question" })} />
      <AnsweredBadge post={aPost({ category: "review", answer_id: 1 })} />
    </>,
    pageOptions,
  );

  expect(screen.getAllByText(t("post.answered"))).toHaveLength(1);
});

test("removed comment is no longer the answer of the thread", () => {
  const thread = threadOf(aCommentPage({ comments: [first], total: 2, answer: second }));

  expect(withRemoved(thread, 2).answer).toBeNull();
  expect(withRemoved(thread, 1).answer).toBe(second);
});
