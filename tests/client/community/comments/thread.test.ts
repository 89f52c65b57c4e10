/** Thread of comments: order, counts and pending comments. */
import { describe, expect, test } from "vitest";
import {
  withEdited,
  withStored,
  withRemoved,
  withNextPage,
  withHidden,
  withFirstPage,
  remainingIn,
  visibleIn,
  withRestored,
  withReturned,
  type Thread,
  threadOf,
  withoutSending,
  withSending,
} from "../../../../client/community/comments/thread.ts";
import { aComment, aCommentPage } from "../posts.ts";

const sending = { key: "k", content: "Warm the pot first." };
const some = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => aComment({ id: first + index }));
const long = () => threadOf(aCommentPage({ comments: some(1, 2), next: "2", total: 4 }));
const ids = (rows: Thread["rows"]) => rows.map(({ id }) => id);

test("remaining count excludes the loaded comments", () => {
  expect(remainingIn(long())).toBe(2);
});

test("edited comment keeps its place among rows and own comments", () => {
  const thread = withStored(long(), "k", aComment({ id: 9 }));
  const edited = (id: number) => aComment({ id, content: "Two minutes." });

  const changed = withEdited(withEdited(thread, edited(2)), edited(9));

  expect(changed.rows.map(({ content }) => content)).toEqual([
    thread.rows[0]?.content,
    "Two minutes.",
  ]);
  expect([changed.own, changed.total]).toEqual([[edited(9)], thread.total]);
});

describe("sent comment", () => {
  test("is placed after the loaded rows and is counted", () => {
    const thread = withStored(withSending(long(), sending), "k", aComment({ id: 9 }));

    expect(thread.sending).toEqual([]);
    expect([ids(thread.rows), ids(thread.own), thread.total]).toEqual([[1, 2], [9], 5]);
    expect(remainingIn(thread)).toBe(2);
  });

  test("is removed when sending fails", () => {
    expect(withoutSending(withSending(long(), sending), "k")).toEqual(long());
  });

  test("is not duplicated when a page already contains it", () => {
    const reloaded = withFirstPage(
      withSending(long(), sending),
      aCommentPage({ comments: some(1, 5), next: null, total: 5 }),
    );

    const thread = withStored(reloaded, "k", aComment({ id: 5 }));

    expect([ids(thread.rows), ids(thread.own), thread.total]).toEqual([[1, 2, 3, 4, 5], [], 5]);
  });

  test("moves into the rows when its page is loaded", () => {
    const before = withStored(withSending(long(), sending), "k", aComment({ id: 9 }));

    const thread = withNextPage(
      before,
      aCommentPage({ comments: [...some(2, 3), aComment({ id: 9 })], next: null, total: 5 }),
    );

    expect([ids(thread.rows), ids(thread.own)]).toEqual([[1, 2, 3, 4, 9], []]);
  });
});

describe("deleted comment", () => {
  test("is hidden at once and restored after a failure", () => {
    const thread = withHidden(long(), 2);

    expect(ids(visibleIn(thread).rows)).toEqual([1]);
    expect(ids(visibleIn(withRestored(thread, 2)).rows)).toEqual([1, 2]);
  });

  test("is no longer counted after removal, only once", () => {
    const thread = withRemoved(withHidden(long(), 2), 2);

    expect([ids(thread.rows), thread.total, thread.deleting]).toEqual([[1], 3, []]);
    expect(withRemoved(thread, 2).total).toBe(3);
  });

  test("that waits for review leaves the number of further comments as it is", () => {
    const held = aComment({ id: 9, withheld: "repeat" });
    const thread = withRemoved(withStored(long(), "k", held), 9);

    expect(remainingIn(thread)).toBe(2);
    expect(remainingIn(withReturned(thread, held, true))).toBe(2);
  });

  test("comes back to its place, above its replies, only once", () => {
    const reply = aComment({ id: 4, parent_id: 2 });
    const thread = threadOf(aCommentPage({ comments: [...some(1, 2), reply, ...some(3, 1)] }));
    const removed = withRemoved(thread, 2);

    const back = withReturned(removed, aComment({ id: 2 }), false);

    expect(ids(back.rows)).toEqual([1, 2, 4, 3]);
    expect([removed.rows[1]?.is_parent_shown, back.rows[2]?.is_parent_shown]).toEqual([
      false,
      true,
    ]);
    expect(back.total).toBe(thread.total);
    expect(withReturned(back, aComment({ id: 2 }), false)).toBe(back);
  });

  test("comes back below the comment that it replies to", () => {
    const reply = aComment({ id: 4, parent_id: 1 });
    const thread = withRemoved(threadOf(aCommentPage({ comments: [...some(1, 1), reply] })), 4);

    expect(ids(withReturned(thread, reply, false).rows)).toEqual([1, 4]);
  });

  test.each([
    ["below its comment", some(1, 1)],
    ["where its comment is deleted", []],
  ])("comes back before later replies %s", (_, parents) => {
    const replies = [2, 3].map((id) => aComment({ id, parent_id: 1 }));
    const comments = [...parents, ...replies, ...some(4, 1)];
    const thread = threadOf(aCommentPage({ comments }));

    for (const reply of replies)
      expect(withReturned(withRemoved(thread, reply.id), reply, false).rows).toEqual(comments);
  });

  test("comes back among the reader's own comments while rows before it are not loaded", () => {
    const mine = aComment({ id: 8 });
    const sent = withStored(withStored(long(), "k", mine), "l", aComment({ id: 9 }));

    const back = withReturned(withRemoved(sent, mine.id), mine, true);

    expect([ids(back.rows), ids(back.own)]).toEqual([
      [1, 2],
      [8, 9],
    ]);
  });

  test("is shown as the parent of a reply among the reader's own comments", () => {
    const reply = aComment({ id: 6, parent_id: 5 });
    const sent = withStored(withStored(long(), "k", aComment({ id: 5 })), "l", reply);
    const removed = withRemoved(sent, 5);

    const back = withReturned(removed, aComment({ id: 5 }), true);

    expect(removed.own.map((one) => one.is_parent_shown)).toEqual([false]);
    expect([ids(back.own), back.own.at(-1)?.is_parent_shown]).toEqual([[5, 6], true]);
  });
});
