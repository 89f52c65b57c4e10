// @vitest-environment jsdom
/** Answers to requests for comments that arrive in another order than they were sent. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useThread } from "../../../../client/community/comments/useThread.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { FakeSocket } from "../fakeSocket.ts";
import { aComment, aCommentPage } from "../posts.ts";

const pageOf = (...ids: readonly number[]) =>
  aCommentPage({ comments: ids.map((id) => aComment({ id })), total: ids.length });
const preloaded = pageOf(1, 2);

function Ids() {
  return (
    <p>
      {useThread(12, preloaded)
        .thread?.rows.map(({ id }) => id)
        .join()}
    </p>
  );
}

afterEach(() => {
  cleanup();
  FakeSocket.last = undefined;
  vi.unstubAllGlobals();
});

test("late answer neither replaces a newer one nor brings a removed comment back", async () => {
  const answers: ((ids: readonly number[]) => void)[] = [];
  const ask = () =>
    new Promise((resolve) => answers.push((ids) => resolve(Response.json(pageOf(...ids)))));
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", ask);
  renderForMember(<Ids />, { language: "en", page: "post", path: "/post/12", viewer: null });
  await waitFor(() => expect(FakeSocket.last).toBeDefined());
  const receive = (type: string, id: number) =>
    act(async () => FakeSocket.last?.receive({ type, post_id: 12, id }));
  const answer = (request: number, ...ids: readonly number[]) =>
    act(async () => answers[request]?.(ids));
  const add = async (id: number) => {
    const sent = answers.length;
    await receive("commentAdded", id);
    await waitFor(() => expect(answers).toHaveLength(sent + 1));
  };

  await add(3);
  await add(4);
  await answer(1, 1, 2, 3, 4);
  await answer(0, 1, 2, 3);
  expect(screen.getByText("1,2,3,4")).toBeTruthy();

  await add(5);
  await receive("commentRemoved", 1);
  await answer(2, 1, 2, 3, 4, 5);
  expect(screen.getByText("2,3,4")).toBeTruthy();
  await answer(3, 2, 3, 4, 5);
  await screen.findByText("2,3,4,5");
});
