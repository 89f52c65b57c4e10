// @vitest-environment jsdom
/** Comment form: repeated submits and lost sessions. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { CommentForm } from "../../../../client/community/comments/CommentForm.tsx";
import { Refusal } from "../../../../client/wire/refusal.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { InRouter } from "../../inRouter.tsx";
import { postFormPage } from "../compose/postForm.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

test("comment form sends one comment per text despite repeated submits", async () => {
  const onSend = vi.fn(async () => {});
  renderForMember(<CommentForm postId={12} onSend={onSend} />, { language: "en", viewer: hana });
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

test("unsent comment is shown read-only after the session ended", async () => {
  const onSend = vi.fn().mockRejectedValue(new Refusal("login.required", 401));
  renderForMember(<CommentForm postId={12} onSend={onSend} />, { language: "en", viewer: hana });
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  fireEvent.change(box, { target: { value: "Warm the pot." } });
  await act(async () => box.form?.requestSubmit());
  cleanup();

  renderForMember(<CommentForm postId={12} onSend={onSend} />, { language: "en", viewer: null });

  const kept = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect([kept.value, kept.readOnly, kept.disabled]).toEqual(["Warm the pot.", true, false]);
  expect(screen.getByText("Your comment has been kept. Log in to send it.")).toBeTruthy();
});

test("draft of a member is announced as kept below its post after expiry", async () => {
  renderForMember(<CommentForm postId={12} onSend={vi.fn()} />, { language: "en", viewer: hana });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "Warm the pot." } });
  cleanup();

  renderForMember(<CommentForm postId={12} onSend={vi.fn()} />, { language: "en", viewer: null });
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  const note = screen.queryByText("Your comment has been kept. Log in to send it.");
  cleanup();
  renderForMember(<CommentForm postId={112} onSend={vi.fn()} />, { language: "en", viewer: null });
  const noteOnOtherPost = screen.queryByText("Your comment has been kept. Log in to send it.");

  expect([box.value, note === null, noteOnOtherPost]).toEqual(["", false, null]);
});

test("stored draft of a member is not shown to a visitor", () => {
  localStorage.setItem("comment-drafts", '[["hana 12","Warm the pot."]]');

  renderForMember(<CommentForm postId={12} onSend={vi.fn()} />, { language: "en", viewer: null });

  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("");
});

test("text typed before hydration is kept, without autocompletion by the browser", async () => {
  const shown = (
    <InRouter page={postFormPage({ page: "post", params: { id: "12" } })}>
      <CommentForm postId={12} onSend={vi.fn()} />
    </InRouter>
  );
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(shown);
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  box.value = "早い";

  await act(async () => void render(shown, { container, hydrate: true }));

  expect([box.value, box.autocomplete]).toEqual(["早い", "off"]);
});
