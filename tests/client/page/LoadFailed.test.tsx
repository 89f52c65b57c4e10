// @vitest-environment jsdom
/** A part that did not load says so in the reader's language, with a way to try again. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pathFor } from "../../../client/language/paths.ts";
import { LoadFailed } from "../../../client/page/LoadFailed.tsx";
import { draw } from "../setting.tsx";
import { eachLanguage, say } from "../words.ts";

afterEach(cleanup);

describe.each(eachLanguage)("in %s", (language) => {
  const t = say[language];

  test("it says what happened, as an alert with the page's heading", () => {
    draw(<LoadFailed retry={() => undefined} />, { language });

    const alert = screen.getByRole("alert");
    expect(alert.querySelector("h1")?.textContent).toBe(t("app.loadFailed.title"));
    expect(alert.textContent).toContain(t("app.loadFailed.body"));
  });

  test("the button tries again", async () => {
    const retry = vi.fn();
    const { user } = draw(<LoadFailed retry={retry} />, { language });

    await user.click(screen.getByRole("button", { name: t("app.loadFailed.retry") }));

    expect(retry).toHaveBeenCalledOnce();
  });

  test("where nothing can be tried again there is no button", () => {
    draw(<LoadFailed />, { language });

    expect(screen.queryByRole("button")).toBeNull();
  });

  test("from a cultivar that did not come a link leads back to all of them", () => {
    draw(<LoadFailed />, { language, page: "cultivar", params: { id: "saemidori" } });

    const back = screen.getByRole("link", { name: `← ${t("app.nav.cultivars")}` });
    expect(back.getAttribute("href")).toBe(pathFor("cultivars", language));
  });

  test("search engines are kept from listing it", () => {
    draw(<LoadFailed />, { language });

    expect(document.title).toContain(t("app.loadFailed.title"));
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
      "noindex,follow",
    );
    expect(document.querySelector("link[rel=canonical]")).toBeNull();
  });
});
