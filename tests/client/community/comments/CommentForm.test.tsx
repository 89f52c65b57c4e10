// @vitest-environment jsdom
/** The place to write a comment sends what is written once, whatever is pressed meanwhile. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CommentForm } from "../../../../client/community/comments/CommentForm.tsx";
import { hana } from "../../sessions/member.ts";
import { draw } from "../../sessions/surroundings.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("a comment is sent once until it has arrived, and then the next one is", async () => {
  const onSend = vi.fn(async () => {});
  draw(<CommentForm postId={12} onSend={onSend} />, { language: "en", viewer: hana });
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  const sendTwice = () => {
    for (const _ of [1, 2]) box.form?.requestSubmit();
  };
  for (const text of ["Warm the pot.", "And the cup."]) {
    fireEvent.change(box, { target: { value: text } });
    await act(async () => sendTwice());
    expect(onSend).toHaveBeenLastCalledWith(text);
  }

  expect(onSend).toHaveBeenCalledTimes(2);
});
