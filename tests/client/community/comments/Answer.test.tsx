// @vitest-environment jsdom
/** The answer of a question: its mark, its place above the comments, and the asker's button. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AnsweredBadge } from "../../../../client/community/CategoryBadge.tsx";
import { CommentList } from "../../../../client/community/comments/CommentList.tsx";
import { CommentRow } from "../../../../client/community/comments/CommentRow.tsx";
import { threadOf, withRemoved } from "../../../../client/community/comments/thread.ts";
import type { PostView } from "../../../../client/wire/types.generated.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { draw, say } from "../../accounts/sessions/surroundings.tsx";
import { aComment, aCommentPage, aPost } from "../posts.ts";

const t = say.en;
const first = aComment({ id: 1, content: "Sixty degrees." });
const second = aComment({ id: 2, content: "Eighty degrees." });
const around = { language: "en", page: "post", path: "/post/12" } as const;

afterEach(cleanup);

function list(post: Partial<PostView>, page = aCommentPage({ comments: [first], total: 2 })) {
  const question = aPost({ category: "question", commentsCount: 2, ...post });
  return draw(<CommentList post={question} preloaded={page} />, { ...around, viewer: null });
}

test("answer among the comments is marked and linked", () => {
  list({ answer_id: 1 });

  const link = screen.getByRole("link", { name: t("postDetail.answer.go") });
  expect(link.getAttribute("href")).toBe("#comment-1");
  expect(screen.getAllByText(t("postDetail.answer.mark"))).toHaveLength(1);
});

test("answer that is not loaded yet stands above the comments", () => {
  list({ answer_id: 2 }, aCommentPage({ comments: [first], total: 2, answer: second }));

  const [top] = screen.getAllByRole("list");
  expect(within(top as HTMLElement).getByText(second.content)).toBeTruthy();
  expect(screen.queryByRole("link", { name: t("postDetail.answer.go") })).toBeNull();
});

test.each([
  ["without an answer", { answer_id: null }],
  ["of another category", { answer_id: 1, category: "review" }],
] as const)("post %s marks nothing", (_, post) => {
  list(post);

  expect(screen.queryByText(t("postDetail.answer.mark"))).toBeNull();
  expect(screen.queryByText(t("postDetail.answer.heading"))).toBeNull();
});

test("asker chooses a comment and undoes the choice", async () => {
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
    const { user } = draw(rowOf(isAnswer), { ...around, viewer: { ...hana, id: "asker" } });
    const name = t(isAnswer ? "postDetail.answer.unchoose" : "postDetail.answer.choose");
    await user.click(screen.getByRole("button", { name }));

    expect(choose).toHaveBeenLastCalledWith(second, "answer", !isAnswer);
    cleanup();
  }
});

test("pinned comment stands above the comments, and leads to its place", () => {
  list({ pinned_id: 1, category: "review" });

  const [top] = screen.getAllByRole("list");
  expect(within(top as HTMLElement).getByText(first.content)).toBeTruthy();
  const link = screen.getByRole("link", { name: t("postDetail.pin.go") });
  expect(link.getAttribute("href")).toBe("#comment-1");
  expect(screen.getAllByText(t("postDetail.pin.mark"))).toHaveLength(1);
});

test("author of the post pins a comment, and a moderator has no button for it", async () => {
  const mark = vi.fn(async () => undefined);
  draw(<CommentRow comment={second} onEdit={mark} onRemove={mark} onMark={mark} mayPin />, {
    ...around,
    viewer: { ...hana, id: "author" },
  });
  screen.getByRole("button", { name: t("postDetail.pin.pin") }).click();
  expect(mark).toHaveBeenLastCalledWith(second, "pin", true);
  cleanup();

  draw(
    <CommentList
      post={aPost({ category: "question" })}
      preloaded={aCommentPage({ comments: [first] })}
    />,
    {
      ...around,
      viewer: { ...hana, id: "moderator", role: "moderator" },
    },
  );
  expect(screen.getByRole("button", { name: t("postDetail.answer.choose") })).toBeTruthy();
  expect(screen.queryByRole("button", { name: t("postDetail.pin.pin") })).toBeNull();
});

test("only questions with an answer say so in lists", () => {
  draw(
    <>
      <AnsweredBadge post={aPost({ category: "question", answer_id: 1 })} />
      <AnsweredBadge post={aPost({ category: "question" })} />
      <AnsweredBadge post={aPost({ category: "review", answer_id: 1 })} />
    </>,
    around,
  );

  expect(screen.getAllByText(t("post.answered"))).toHaveLength(1);
});

test("thread forgets the answer with its comment", () => {
  const thread = threadOf(aCommentPage({ comments: [first], total: 2, answer: second }));

  expect(withRemoved(thread, 2).answer).toBeNull();
  expect(withRemoved(thread, 1).answer).toBe(second);
});
