// @vitest-environment jsdom
/** Editing of an own comment: the form in place of the text, its draft, and the mark of an edit. */
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CommentList } from "../../../../client/community/comments/CommentList.tsx";
import { CommentRow } from "../../../../client/community/comments/CommentRow.tsx";
import { editName, readDraft, storeDraft } from "../../../../client/community/comments/drafts.ts";
import { commentCharacters } from "../../../../client/contracts/limits.generated.ts";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { fakeHost, refuse } from "../../accounts/sessions/fakeHost.ts";
import { alex, hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { aComment, aCommentPage, aPost } from "../posts.ts";

const t = translate.en;
const mine = aComment({ user: { ...hana, avatar_url: null }, content: "Warm the pot." });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function rowOf(comment = mine, edit = vi.fn(async () => undefined)) {
  return <CommentRow comment={comment} onEdit={edit} onRemove={vi.fn(async () => undefined)} />;
}

function ChangedElsewhere() {
  const [comment, setComment] = useState(mine);
  const change = () => setComment({ ...mine, content: "Changed elsewhere." });
  return (
    <>
      {rowOf(comment)}
      <button type="button" onClick={change}>
        change
      </button>
    </>
  );
}

function open(edit = vi.fn(async () => undefined), comment = mine) {
  return renderForMember(rowOf(comment, edit), { language: "en", viewer: hana });
}

const findBox = () => screen.findByRole<HTMLTextAreaElement>("textbox");
const startEditing = async (user: ReturnType<typeof open>["user"]) => {
  await user.click(screen.getByRole("button", { name: t("postDetail.comments.edit") }));
  return findBox();
};
const saveButton = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: t("postDetail.comments.saveEdit") });

test("form has the text and the focus, and is replaced by the text once stored", async () => {
  const edit = vi.fn(async () => undefined);
  const { user } = open(edit);
  const field = await startEditing(user);
  expect(field.value).toBe(mine.content);
  await vi.waitFor(() => expect(document.activeElement).toBe(field));

  await user.type(field, " And the cup. ");
  await user.click(saveButton());

  expect(edit).toHaveBeenCalledWith(mine, "Warm the pot. And the cup.");
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("refused text stays in the form", async () => {
  const { user } = open(vi.fn().mockRejectedValue(new Error("unavailable")));
  const field = await startEditing(user);

  fireEvent.change(field, { target: { value: "Two minutes." } });
  await act(async () => field.form?.requestSubmit());

  expect([(await findBox()).value, field.readOnly]).toEqual(["Two minutes.", false]);
});

test("Escape closes the form and keeps the comment", async () => {
  const edit = vi.fn(async () => undefined);
  const { user } = open(edit);
  await user.type(await startEditing(user), "x{Escape}");

  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(mine.content)).toBeTruthy();
  expect(edit).not.toHaveBeenCalled();
});

test("empty or too long text cannot be saved, and its length is shown", async () => {
  const { user } = open();
  const field = await startEditing(user);

  fireEvent.change(field, { target: { value: " " } });
  expect(saveButton().disabled).toBe(true);
  fireEvent.change(field, { target: { value: "x".repeat(commentCharacters + 2) } });

  expect(saveButton().disabled).toBe(true);
  expect(screen.getByText(t("postDetail.comments.over", { count: 2 }))).toBeTruthy();
});

test("live change of the text keeps focus and typed text", async () => {
  const { user } = renderForMember(<ChangedElsewhere />, { language: "en", viewer: hana });
  const field = await startEditing(user);
  await user.type(field, "!");
  const cancel = screen.getByRole("button", { name: t("postDetail.comments.cancelEdit") });
  cancel.focus();

  fireEvent.click(screen.getByRole("button", { name: "change" }));

  expect([document.activeElement, field.value]).toEqual([cancel, "Warm the pot.!"]);
});

test("edited comment has a mark, and other members have no edit button", () => {
  const edited = aComment({ edited_at: "2026-11-21T03:50:00Z" });
  open(undefined, edited);

  expect(screen.getByText(t("post.edited"))).toBeTruthy();
  expect(screen.queryByRole("button", { name: t("postDetail.comments.edit") })).toBeNull();
});

test.each([
  [false, [t("postDetail.comments.edit"), t("postDetail.comments.delete")]],
  [true, [t("postDetail.comments.delete")]],
])(
  "own comment has the buttons that the host allows with locked comments %s",
  (isLocked, offered) => {
    const post = aPost({ are_comments_locked: isLocked });
    const list = (
      <CommentList post={post} preloaded={aCommentPage({ comments: [mine], total: 1 })} />
    );
    renderForMember(list, { language: "en", page: "post", viewer: hana });

    const row = within(screen.getByRole("listitem"));
    const names = row.getAllByRole("button").map(({ textContent }) => textContent);
    expect(names.filter((name) => name !== t("postDetail.replies.reply"))).toEqual(offered);
  },
);

describe("draft of an edit", () => {
  const name = editName(hana.id, mine.id);
  const textOfForm = () => screen.queryByRole<HTMLTextAreaElement>("textbox")?.value;

  test("opens the form again on the next page, without taking the focus", async () => {
    const { user } = open();
    await user.type(await startEditing(user), " And the cup.");
    cleanup();

    open();
    const field = await findBox();

    expect(field.value).toBe("Warm the pot. And the cup.");
    expect(document.activeElement).toBe(document.body);
  });

  test.each([
    ["saved", saveButton],
    ["cancelled", () => screen.getByText(t("postDetail.comments.cancelEdit"))],
  ])("is removed when the edit is %s", async (_, button) => {
    const { user } = open();
    await user.type(await startEditing(user), "!");
    expect(readDraft(name)).toBe("Warm the pot.!");

    await user.click(button());
    await vi.waitFor(() => expect(textOfForm()).toBeUndefined());
    cleanup();

    expect(localStorage.getItem("comment-drafts")).toBe("[]");
  });

  test("is not stored while the form has the text of the comment", async () => {
    const { user } = open();
    await user.type(await startEditing(user), "!{Backspace}");

    expect(readDraft(name)).toBe("");
  });

  test("equal to the stored comment opens no form and is removed", async () => {
    storeDraft(name, `${mine.content} `);
    open();
    await act(() => import("../../../../client/community/comments/CommentEdit.tsx"));

    expect([textOfForm(), readDraft(name)]).toEqual([undefined, ""]);
  });

  test.each([
    ["a visitor", null],
    ["another member", alex],
  ])("is not shown to %s", async (_, viewer) => {
    storeDraft(name, "Two minutes.");
    renderForMember(rowOf(), { language: "en", viewer });
    await act(() => import("../../../../client/community/comments/CommentEdit.tsx"));

    expect(textOfForm()).toBeUndefined();
    expect(readDraft(name)).toBe("Two minutes.");
  });

  test("is kept when the session has ended, with a message", async () => {
    fakeHost({
      "GET /api/session": { body: viewOf(hana) },
      [`PUT /api/comments/${mine.id}`]: refuse(401, "login.required"),
      "POST /api/session/refresh": refuse(401, "login.required"),
    });
    const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
    const session = new Session(callbacks, hana.id);
    const list = <CommentList post={aPost()} preloaded={aCommentPage({ comments: [mine] })} />;
    const around = { language: "en", page: "post", path: "/post/12", viewer: hana } as const;
    const { user } = renderForMember(list, { ...around, openSession: async () => session });
    await user.click(screen.getByRole("button", { name: t("postDetail.comments.edit") }));
    const row = within(document.getElementById(`comment-${mine.id}`) as HTMLElement);
    await user.type(await row.findByRole("textbox"), "!");

    await user.click(saveButton());

    await vi.waitFor(() => expect(callbacks.onSignedOut).toHaveBeenCalled());
    await vi.waitFor(() => expect(shownMessages()[0]).toContain(t("postDetail.comments.editKept")));
    expect(readDraft(name)).toBe("Warm the pot.!");
  });
});
