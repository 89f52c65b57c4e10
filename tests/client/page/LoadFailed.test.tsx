// @vitest-environment jsdom
/** Load error panel. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pathFor } from "../../../client/language/paths.ts";
import { LoadFailed } from "../../../client/page/LoadFailed.tsx";
import { Refusal } from "../../../client/wire/refusal.ts";
import { renderInPage } from "../renderPage.tsx";
import { eachLanguage, translate } from "../messages.ts";

afterEach(cleanup);

describe.each(eachLanguage)("load error panel in %s", (language) => {
  const t = translate[language];

  test("is an alert with a heading", () => {
    renderInPage(<LoadFailed retry={() => undefined} />, { language });

    const alert = screen.getByRole("alert");
    expect(alert.querySelector("h1")?.textContent).toBe(t("app.loadFailed.title"));
    expect(alert.textContent).toContain(t("app.loadFailed.body"));
  });

  test("button calls retry", async () => {
    const retry = vi.fn();
    const { user } = renderInPage(<LoadFailed retry={retry} />, { language });

    await user.click(screen.getByRole("button", { name: t("app.loadFailed.retry") }));

    expect(retry).toHaveBeenCalledOnce();
  });

  test("a reported reason is an alert while the panel is shown", () => {
    document.body.insertAdjacentHTML("beforeend", '<div id="messages"></div>');
    const alertText = () => document.getElementById("messages")?.querySelector("p")?.textContent;
    const { unmount } = renderInPage(<LoadFailed error={new Refusal("app.networkError", 0)} />, {
      language,
    });

    expect(alertText()).toBe(t("app.networkError"));
    unmount();
    expect(alertText()).toBeUndefined();
    document.getElementById("messages")?.remove();
  });

  test("has no button without a retry callback", () => {
    renderInPage(<LoadFailed />, { language });

    expect(screen.queryByRole("button")).toBeNull();
  });

  test("of a cultivar links back to the list", () => {
    renderInPage(<LoadFailed />, { language, page: "cultivar", params: { id: "saemidori" } });

    const back = screen.getByRole("link", { name: `← ${t("app.nav.cultivars")}` });
    expect(back.getAttribute("href")).toBe(pathFor("cultivars", language));
  });

  test("is not indexed and has no canonical", () => {
    renderInPage(<LoadFailed />, { language });

    expect(document.title).toContain(t("app.loadFailed.title"));
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
      "noindex,follow",
    );
    expect(document.querySelector("link[rel=canonical]")).toBeNull();
  });
});
