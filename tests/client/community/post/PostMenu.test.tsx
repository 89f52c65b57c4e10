// @vitest-environment jsdom
/** Post menu in Safari, where pressed buttons do not get the focus. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PostMenu } from "../../../../client/community/post/PostMenu.tsx";
import { InRouter } from "../../inRouter.tsx";
import { hana } from "../../accounts/sessions/member.ts";
import { pageOf } from "../../renderPage.tsx";
import { say } from "../../words.ts";
import { aPost } from "../posts.ts";

const t = say.en;

afterEach(cleanup);

async function openMenu(): Promise<HTMLDetailsElement> {
  const page = pageOf({ page: "community", path: "/community" });
  await page.store.addMessages("en", "postDetail");
  render(
    <InRouter page={{ ...page, viewer: hana }}>
      <main tabIndex={-1}>
        <PostMenu post={aPost()} />
      </main>
    </InRouter>,
  );
  const menu = document.querySelector("details");
  if (menu === null) throw new Error("no menu");
  menu.open = true;
  menu.querySelector("summary")?.focus();
  return menu;
}

/** Safari focuses what is pressed only where it is no button and no link, and else what lies around it. */
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
