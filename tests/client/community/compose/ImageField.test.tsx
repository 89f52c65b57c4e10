// @vitest-environment jsdom
/** Picture field: selection, upload, order and alternative texts. */
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import CreatePostPage from "../../../../client/community/compose/CreatePostPage.tsx";
import { draftKey, readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import { fakeHost, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { aPost } from "../posts.ts";
import { aPicture } from "./fakeUploads.ts";
import { button, choosePictures, content, FakeUpload, submit, t, renderForm } from "./postForm.tsx";

const label = (
  key: "earlier" | "later" | "removeNamed" | "stopNamed" | "retryNamed",
  position: number,
) => t(`createPost.pictures.${key}`, { position });
const add = () => button(t("createPost.pictures.add"));
const rows = () => [...document.querySelectorAll(".picture-row")];
const announced = () => document.querySelector(".image-field > [role=status]")?.textContent;
const maximumBytes = 5_242_880;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function open(replies: Replies = {}) {
  return renderForm(<CreatePostPage />, {
    "POST /api/posts": { status: 201, body: aPost({ id: 77 }) },
    "DELETE /api/uploads/post-images/u1": { status: 204 },
    ...replies,
  });
}

/** Waits until `count` uploads were sent, then runs an action on the last of them. */
async function whenSent(count: number, action: (upload: FakeUpload) => void) {
  await waitFor(() => expect(FakeUpload.all.length).toBeGreaterThanOrEqual(count));
  const upload = FakeUpload.all[count - 1];
  await act(async () => upload && action(upload));
}

describe("picture selection", () => {
  test("accepts several files and uploads each of them", async () => {
    open();
    fireEvent.change(content(), { target: { value: "新茶" } });
    choosePictures(aPicture("a.png"), aPicture("b.png"));

    expect(rows()).toHaveLength(2);
    expect(screen.getByText(t("createPost.pictures.count", { count: 2, most: 6 }))).toBeTruthy();
    expect(announced()).toBe(t("createPost.pictures.said.added", { count: 2, position: 0 }));
    expect(button(t("createPost.bar.uploading")).disabled).toBe(true);
    await whenSent(1, (upload) => upload.store("u1"));
    await whenSent(2, (upload) => upload.store("u2"));
    expect(FakeUpload.all[0]?.opened).toBe("POST /api/uploads/post-images");
    expect(submit().disabled).toBe(false);
    expect(announced()).toBe(t("createPost.pictures.said.storedAll"));
  });

  test("ends at six files and shows an error until one is removed", async () => {
    const { user } = open();
    choosePictures(...["1", "2", "3", "4", "5", "6", "7"].map((name) => aPicture(`${name}.png`)));

    expect(rows()).toHaveLength(6);
    expect(shownMessages()).toEqual([t("createPost.errors.imageCountError", { most: 6 })]);
    expect(add().disabled).toBe(true);
    await user.click(button(label("stopNamed", 1)));
    expect(shownMessages()).toEqual([]);
  });

  test("error about too many files disappears on a new choice and on unmount", () => {
    const { unmount } = open();
    choosePictures(...["1", "2", "3", "4", "5", "6", "7"].map((name) => aPicture(`${name}.png`)));
    choosePictures(aPicture("a.svg", { type: "image/svg+xml" }));
    const next = shownMessages();
    unmount();

    expect(next).toEqual([t("createPost.errors.imageTypeError")]);
    expect(shownMessages()).toEqual([]);
  });

  test("with an unsupported type is refused with the specified message", () => {
    open();
    choosePictures(aPicture("a.svg", { type: "image/svg+xml" }));

    expect(shownMessages()).toEqual(["対応している画像形式は JPEG, PNG, GIF, WebP です"]);
    expect(rows()).toHaveLength(0);
  });

  test("above 5 MB is refused and offers to shrink still images", async () => {
    const { user } = open();
    choosePictures(
      aPicture("a.png", { bytes: maximumBytes + 1 }),
      aPicture("b.gif", { type: "image/gif", bytes: maximumBytes + 1 }),
    );
    expect(screen.getByText("投稿画像は5MB以下にしてください")).toBeTruthy();
    const name = "a.png";
    expect(await screen.findAllByText(t("createPost.pictures.shrink"))).toHaveLength(1);
    await user.click(button(t("createPost.pictures.dismissNamed", { name: "b.gif" })));
    // jsdom has no canvas, so the picture cannot be shrunk.
    await user.click(button(t("createPost.pictures.shrinkNamed", { name })));

    await waitFor(() =>
      expect(shownMessages()).toEqual([t("createPost.errors.shrinkFailed", { name })]),
    );
    expect(document.querySelector(".large-files")).toBeNull();
  });

  test("without files shows no message", () => {
    open();
    choosePictures();

    expect(shownMessages()).toEqual([]);
  });

  test("accepts dropped and pasted files and ignores text", () => {
    open();
    const field = document.querySelector(".image-field") ?? document.body;
    const dataTransfer = { types: ["Files"], files: [aPicture("a.png")] };
    fireEvent.dragOver(field, { dataTransfer });
    expect(field.getAttribute("data-over")).toBe("true");
    fireEvent.drop(field, { dataTransfer });
    fireEvent.paste(content(), { clipboardData: { types: ["Files"], files: [aPicture("b.png")] } });
    fireEvent.paste(content(), {
      clipboardData: { types: ["text/plain", "Files"], files: [aPicture("c.png")] },
    });
    fireEvent.drop(field, { dataTransfer: { types: ["text/plain"], files: [] } });

    expect(rows()).toHaveLength(2);
    expect(field.getAttribute("data-over")).toBe("false");
  });
});

describe("picture upload", () => {
  test("shows sent bytes, then that the picture is checked", async () => {
    open();
    choosePictures(aPicture("a.png", { bytes: 2 * 1024 * 1024 }));
    await whenSent(1, (upload) => upload.upload.onprogress?.({ loaded: 1, total: 2 }));
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(0.5);
    expect(
      screen.getByText(t("createPost.pictures.sending", { sent: "1.0", total: "2.0" })),
    ).toBeTruthy();
    await whenSent(1, (upload) => upload.upload.onprogress?.({ loaded: 2, total: 2 }));

    expect(screen.getByText(t("createPost.pictures.checking"))).toBeTruthy();
  });

  test("can be cancelled", async () => {
    const { user } = open();
    choosePictures(aPicture("a.png"));
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
    await user.click(button(label("stopNamed", 1)));

    expect(FakeUpload.all[0]?.isAborted).toBe(true);
    expect(rows()).toHaveLength(0);
    expect(document.activeElement).toBe(add());
  });

  test("failure shows the reason, blocks the post and can be retried", async () => {
    const { user, count } = open();
    fireEvent.change(content(), { target: { value: "新茶" } });
    choosePictures(aPicture("a.png"));
    const problem = { code: "app.unavailable", params: { seconds: 5 } };
    await whenSent(1, (upload) => upload.respond(503, problem));
    const reason = t("app.unavailable", { count: 5 });
    expect(screen.getByText(t("createPost.errors.imageFailed", { reason }))).toBeTruthy();
    await user.click(submit());
    expect(shownMessages()).toEqual([t("createPost.errors.imageUploadFailed")]);
    expect(count("POST /api/posts")).toBe(0);

    await user.click(button(label("retryNamed", 1)));
    await whenSent(2, (upload) => upload.store("u1"));
    await user.click(submit());

    await waitFor(() => expect(count("POST /api/posts")).toBe(1));
  });

  test("refused with 422 shows only the host's message", async () => {
    const load = vi.spyOn(open().page.store, "addMessages");
    choosePictures(aPicture("a.png"));
    await whenSent(1, (upload) => upload.respond(422, { code: "upload.imageTooComplex" }));

    expect(screen.getByText(t("upload.imageTooComplex"))).toBeTruthy();
    expect(load).toHaveBeenCalledWith("ja", "upload");
  });

  test("prevents unloading of the page only while in progress", async () => {
    open();
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    fireEvent.change(content(), { target: { value: "新茶" } });
    expect(leave()).toBe(false);
    choosePictures(aPicture("a.png"));
    expect(leave()).toBe(true);
    await whenSent(1, (upload) => upload.store("u1"));

    expect(leave()).toBe(false);
  });
});

describe("stored pictures", () => {
  async function openWithTwo() {
    const opened = open();
    choosePictures(aPicture("a.png"), aPicture("b.png"));
    await whenSent(1, (upload) => upload.store("u1"));
    await whenSent(2, (upload) => upload.store("u2"));
    return opened;
  }
  const order = () => readStoredDraft(draftKey(hana.id))?.pictures.map(({ image }) => image.id);

  test("are reordered by buttons that keep the focus", async () => {
    const { user } = await openWithTwo();
    expect(button(label("earlier", 1)).disabled).toBe(true);
    await user.click(button(label("later", 1)));

    expect(order()).toEqual(["u2", "u1"]);
    expect(announced()).toBe(t("createPost.pictures.said.moved", { position: 2, count: 2 }));
    expect(document.activeElement).toBe(button(label("earlier", 2)));
    await user.click(button(label("earlier", 2)));
    expect(order()).toEqual(["u1", "u2"]);
  });

  test("are reordered by dragging", async () => {
    await openWithTwo();
    const data = new Map<string, string>();
    const dataTransfer = {
      get types() {
        return [...data.keys()];
      },
      setData: (kind: string, text: string) => data.set(kind, text),
      getData: (kind: string) => data.get(kind) ?? "",
    };
    const [first, second] = rows();
    if (!first || !second) throw new Error("there are no rows");
    const thumbnail = first.querySelector("[draggable]") ?? first;
    const over = createEvent.dragOver(second, { dataTransfer });
    fireEvent(second, over);
    expect(over.defaultPrevented).toBe(false);
    fireEvent.dragStart(thumbnail, { dataTransfer });
    fireEvent.dragOver(second, { dataTransfer });
    expect(second.getAttribute("data-over")).toBe("true");
    fireEvent.dragLeave(second, { dataTransfer });
    fireEvent.drop(second, { dataTransfer });

    expect(order()).toEqual(["u2", "u1"]);
  });

  test("are removed from the form and deleted at the host", async () => {
    const { user, count } = await openWithTwo();
    await user.click(button(label("removeNamed", 1)));

    expect(order()).toEqual(["u2"]);
    expect(document.activeElement).toBe(button(label("removeNamed", 1)));
    await waitFor(() => expect(count("DELETE /api/uploads/post-images/u1")).toBe(1));
  });

  test("are sent in their order with alternative texts", async () => {
    const { user, requests } = await openWithTwo();
    const [words] = screen.getAllByLabelText(t("createPost.pictures.alt"));
    if (words) await user.type(words, "急須と湯呑み");
    await user.click(button(label("later", 1)));
    fireEvent.change(content(), { target: { value: "新茶" } });
    await user.click(submit());

    const images = [
      { id: "u2", alt: null },
      { id: "u1", alt: "急須と湯呑み" },
    ];
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ images }));
  });

  test("are shown after a reload, without an image that fails to load", async () => {
    await openWithTwo();
    cleanup();

    open();

    const sources = () => rows().map((row) => row.querySelector("img")?.getAttribute("src"));
    expect(sources()).toEqual(["/media/u1.png", "/media/u2.png"]);
    const [first] = document.querySelectorAll(".picture-row img");
    if (first) fireEvent.error(first);
    expect(sources()).toEqual([undefined, "/media/u2.png"]);
  });
});

test("upload refused with 401 is sent again after a session refresh", async () => {
  open();
  fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    "POST /api/session/refresh": { body: viewOf(hana) },
  });
  choosePictures(aPicture("a.png"));
  await whenSent(1, (upload) => upload.respond(401, { code: "login.required" }));
  await whenSent(2, (upload) => upload.store("u1"));

  expect(readStoredDraft(draftKey(hana.id))?.pictures).toHaveLength(1);
});
