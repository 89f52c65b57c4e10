// @vitest-environment jsdom
/** Messages about kept drafts, shown on the page that is loaded when a session ends elsewhere. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { writeMarker } from "../../../../client/accounts/sessions/tokenStorage.ts";
import { openSession } from "../../../../client/app/openSession.ts";
import { CommentDraft } from "../../../../client/community/comments/CommentDraft.ts";
import { CommentEdit } from "../../../../client/community/comments/CommentEdit.tsx";
import { CommentForm } from "../../../../client/community/comments/CommentForm.tsx";
import { editName } from "../../../../client/community/comments/drafts.ts";
import { aPicture } from "../../community/compose/fakeUploads.ts";
import { openCreate, type } from "../../community/compose/openCreatePage.tsx";
import { button, field, open as openProfile } from "../profiles/openProfileEdit.tsx";
import { translate } from "../../messages.ts";
import { fakeHost } from "./fakeHost.ts";
import { alex, hana, viewOf } from "./member.ts";
import { markerOf } from "./openedSession.ts";
import { renderForMember, newStore, recordPageLoads } from "./memberPage.tsx";

const t = translate.ja;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const storedMessages = () => sessionStorage.getItem("messages") ?? "";
const keptMessage = () => document.querySelector<HTMLElement>("form[data-kept]")?.dataset.kept;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
});

/** Opens Hana's session on a page with a form whose draft is kept; the host has a session of `member`. */
function openHana(member = hana) {
  document.body.innerHTML = '<form></form><form data-kept="It is kept"></form>';
  writeMarker(markerOf(hana.id, inAnHour()));
  const loads = recordPageLoads();
  fakeHost({
    "GET /api/session": { body: viewOf(member, inAnHour()) },
    "DELETE /api/session": { status: 204 },
  });
  const callbacks = { setViewer: vi.fn(), setUnread: vi.fn(), replace: vi.fn() };
  const session = openSession({ store: newStore(), viewer: hana, ...callbacks });
  return { session, loads };
}

describe("session", () => {
  test("that ends in another tab stores a message that a draft is kept", async () => {
    const { session, loads } = openHana();
    await session.onMarkerChange(null);

    expect(storedMessages()).toContain("It is kept");
    expect(loads).toHaveLength(1);
  });

  test("of another member stores a message that a draft is kept", async () => {
    const { session, loads } = openHana(alex);
    await session.fetchView();
    session.close();

    expect(storedMessages()).toContain("It is kept");
    expect(loads).toEqual(["reload"]);
  });

  test("that the member ends in this tab stores no message", async () => {
    const { session, loads } = openHana();
    await session.signOut();

    expect(storedMessages()).toBe("");
    expect(loads).toEqual(["/ja"]);
  });
});

describe("form", () => {
  test("has a message that a post is kept, if there is one", () => {
    openCreate();
    expect(keptMessage()).toBeUndefined();

    type("新茶");
    expect(keptMessage()).toBe(t("createPost.draft.kept"));
  });

  test("has a message that excepts a photo of the post that is not uploaded yet", () => {
    openCreate();
    const files = [aPicture("a.png")];
    fireEvent.change(document.querySelector("input[type=file]") ?? document, { target: { files } });

    expect(keptMessage()).toBe(t("createPost.draft.keptPartly"));
  });

  test("has a message that a comment is kept, if there is one", () => {
    renderForMember(<CommentForm postId={12} onSend={async () => undefined} />);
    expect(keptMessage()).toBeUndefined();

    fireEvent.change(screen.getByRole("textbox"), { target: { value: "いい香り" } });
    expect(keptMessage()).toBe(t("postDetail.comments.keptForLogin"));
  });

  test("has a message that the edit of a comment is kept, if the text was changed", () => {
    const draft = new CommentDraft(editName(hana.id, 3), { edited: "いい" });
    const closed = { onSave: async () => undefined, onClose: () => undefined };
    renderForMember(<CommentEdit content="いい" draft={draft} isRestored={false} {...closed} />);
    expect(keptMessage()).toBeUndefined();

    fireEvent.change(screen.getByRole("textbox"), { target: { value: "いい香り" } });
    expect(keptMessage()).toBe(t("postDetail.comments.editKept"));
  });

  test("has a message that changes of a profile are kept, if there are any", () => {
    openProfile();
    expect(keptMessage()).toBeUndefined();

    fireEvent.change(field(t("profileEdit.words.bio")), { target: { value: "煎茶" } });
    expect(keptMessage()).toBe(t("profileEdit.draft.keptForLogin"));
  });

  test("has a message that the change of the profile's photo is not kept", () => {
    openProfile({}, { ...hana, avatar_url: "/media/a.webp" });
    fireEvent.click(button(t("profileEdit.avatar.remove")));

    expect(keptMessage()).toBe(t("profileEdit.draft.avatarNotKept"));
  });
});
