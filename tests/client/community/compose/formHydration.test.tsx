// @vitest-environment jsdom
/** Hydration of the post forms with a stored draft. */
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import CreatePostPage from "../../../../client/community/compose/CreatePostPage.tsx";
import EditPostPage from "../../../../client/community/compose/EditPostPage.tsx";
import { emptyDraft } from "../../../../client/community/compose/draft.ts";
import { draftKey, writeStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import type { Page, PageReport } from "../../../../client/page/PageContext.ts";
import { InRouter } from "../../inRouter.tsx";
import { stubBrowser } from "../../browser.ts";
import { hana } from "../../accounts/sessions/member.ts";
import type { PageOptions } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";
import { anImage, aPost } from "../posts.ts";
import { field } from "./openCreatePage.tsx";
import { button, content, t, postFormPage } from "./postForm.tsx";

const author = { id: hana.id, display_name: hana.display_name, avatar_url: null };
const own = aPost({ user: author, images: [anImage()] });
const params = { id: "12" };

const create: PageOptions = { page: "create", path: "/create?category=shop" };
const edit: PageOptions = {
  page: "postEdit",
  params,
  path: "/post/12/edit",
  preloaded: [{ query: "post", params, data: own }],
};

beforeEach(() => {
  stubBrowser();
  const draft = { ...emptyDraft("culture"), content: "下書き" };
  const kept = { draft, pictures: [], unsent: 0 };
  for (const key of [draftKey(hana.id), draftKey(hana.id, 12)])
    writeStoredDraft(key, { ...kept, token: "token", attempt: null, version: null, savedAt: 0 });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.body.innerHTML = "";
});

/** Renders HTML as in the worker, which has no document. */
function renderByWorker(element: ReactNode): string {
  for (const name of ["document", "localStorage", "navigator"]) vi.stubGlobal(name, undefined);
  const html = renderToString(element);
  vi.unstubAllGlobals();
  stubBrowser();
  return html;
}

/** Renders in the worker, fills in the form, then hydrates it; returns the HTML before and the errors. */
async function load(page: Page, element: ReactNode, fillIn?: (form: HTMLElement) => void) {
  const wrapped = <InRouter page={page}>{element}</InRouter>;
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderByWorker(wrapped);
  const before = container.innerHTML;
  const errors: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...values) => errors.push(values.join(" ")));
  fillIn?.(container);
  await act(async () => {
    render(wrapped, {
      container,
      hydrate: true,
      onRecoverableError: (error) => errors.push(error),
    });
  });
  return { before, errors };
}

describe.each(eachLanguage)("post form hydration in %s", (language) => {
  test.each([
    ["create", create, <CreatePostPage key="create" />],
    ["edit", edit, <EditPostPage key="edit" />],
  ] as const)("of %s reports no errors and then restores the draft", async (...row) => {
    const [, options, element] = row;
    const page = postFormPage({ ...options, language });

    const { before, errors } = await load(page, element);

    expect(errors).toEqual([]);
    expect(before).toContain(translate[language]("createPost.needsScripts"));
    expect(before).not.toContain("下書き</textarea>");
    expect(document.querySelector("textarea")?.value).toBe("下書き");
  });
});

test.each([
  ["create", create, <CreatePostPage key="create" />, true],
  ["edit", edit, <EditPostPage key="edit" />, false],
] as const)("submit button of %s is disabled before hydration", async (...row) => {
  const [, options, element, isDisabled] = row;
  localStorage.clear();

  const { before } = await load(postFormPage(options), element);

  expect(before).toMatch(/<button[^>]* type="submit" disabled=""/);
  const button = document.querySelector<HTMLButtonElement>("[type=submit]");
  expect(button?.disabled).toBe(isDisabled);
});

/** Fills in the form before hydration, as on a slow connection. */
function fillInEarly(form: HTMLElement): void {
  const at = (css: string) => {
    const input = form.querySelector(css);
    if (!(input instanceof HTMLInputElement)) throw new Error(css);
    return input;
  };
  const text = form.querySelector("textarea");
  if (text) text.value = "早い";
  at("[name=title]").value = "新茶";
  at("[name=rating][value='4']").checked = true;
  at("[name=shop_name]").value = "茶舗";
}

test("what is typed and chosen before hydration is kept", async () => {
  localStorage.clear();

  await load(postFormPage(create), <CreatePostPage />, fillInEarly);

  expect(content().value).toBe("早い");
  expect(field("title")?.value).toBe("新茶");
  expect(field("shop_name")?.value).toBe("茶舗");
  const checked = document.querySelector<HTMLInputElement>("[name=rating]:checked");
  expect(checked?.value).toBe("4");
});

test("category chosen before hydration is kept, and its undo restores the rating", async () => {
  localStorage.clear();
  const category = () => document.querySelector<HTMLInputElement>("[name=category]:checked")?.value;

  await load(postFormPage(create), <CreatePostPage />, (form) => {
    fillInEarly(form);
    form.querySelector<HTMLInputElement>("[name=category][value=question]")?.click();
  });

  expect(category()).toBe("question");
  expect(field("title")?.value).toBe("新茶");
  fireEvent.click(button(t("createPost.category.takeBack")));
  expect(category()).toBe("shop");
  expect(document.querySelector<HTMLInputElement>("[name=rating]:checked")?.value).toBe("4");
});

test.each([
  [403, aPost()],
  [404, null],
  [410, "removed"],
] as const)("rendering of a post that is not editable has status %i", (status, data) => {
  const report: PageReport = {
    status: 200,
    title: "",
    description: "",
    canonical: undefined,
    isListed: false,
  };
  const page = postFormPage({ ...edit, report, preloaded: [{ query: "post", params, data }] });

  renderByWorker(
    <InRouter page={page}>
      <EditPostPage />
    </InRouter>,
  );

  expect(report.status).toBe(status);
});
