// @vitest-environment jsdom
/** Post menu: focus in Safari, which does not focus pressed buttons, and the page after an undo. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { PostMenu } from "../../../../client/community/post/PostMenu.tsx";
import { InRouter } from "../../inRouter.tsx";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { pageOf } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aPost } from "../posts.ts";

const t = translate.en;

afterEach(cleanup);

const go = vi.fn();

async function openMenu(): Promise<HTMLDetailsElement> {
  const page = pageOf({ page: "community", path: "/community" });
  await page.store.addMessages("en", "postDetail");
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const openSession = async () => new Session(callbacks, hana.id);
  render(
    <InRouter page={{ ...page, viewer: hana, openSession }} go={go}>
      <main tabIndex={-1}>
        <PostMenu post={aPost()} onDeleted={() => undefined} />
      </main>
      <div id="messages" />
    </InRouter>,
  );
  const menu = document.querySelector("details");
  if (menu === null) throw new Error("no menu");
  menu.open = true;
  menu.querySelector("summary")?.focus();
  return menu;
}

/** Moves the focus as Safari does on a press: to the nearest focusable ancestor of a button or link, or nowhere. */
function pressInSafari(target: HTMLElement): void {
  const focused = target.parentElement?.closest<HTMLElement>("[tabindex]");
  if (focused) focused.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

test("post menu stays open when its own entry is pressed in Safari", async () => {
  const menu = await openMenu();

  pressInSafari(screen.getByRole("button", { name: t("postDetail.menu.delete") }));

  expect(menu.open).toBe(true);
});

test("post menu closes when focus moves elsewhere", async () => {
  const menu = await openMenu();

  fireEvent.blur(menu, { relatedTarget: screen.getByRole("main") });

  expect(menu.open).toBe(false);
});

test("page that was loaded without the post is loaded again after the undo", async () => {
  fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    "DELETE /api/posts/12": { status: 204 },
    "POST /api/posts/12/undo": { body: aPost() },
  });
  await openMenu();
  fireEvent.click(screen.getByText(t("postDetail.menu.delete")));
  const question = within(await screen.findByRole("alertdialog"));
  fireEvent.click(question.getByText(t("postDetail.confirm.yes")));

  fireEvent.click(await screen.findByText(t("postDetail.undo.label")));

  await waitFor(() => expect(screen.getByText(t("postDetail.undo.post"))).toBeTruthy());
  expect(go).toHaveBeenCalledExactlyOnceWith(location.pathname);
});
