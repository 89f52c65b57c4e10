// @vitest-environment jsdom
/** Theme switch: light, dark and system. */
import { cleanup, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ThemeSwitch } from "../../../../client/app/layout/ThemeSwitch.tsx";
import { forbidStorage, clearStoredChoices } from "../../browser.ts";
import { renderInPage, inPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

const [system, light, dark] = (["system", "light", "dark"] as const).map((theme) =>
  translate.en("app.theme.now", { theme: translate.en(`app.theme.${theme}`) }),
);

function shownLabel(): string | undefined {
  return screen.getByRole("button").getAttribute("aria-label") ?? undefined;
}

function appliedTheme(): string | undefined {
  return document.documentElement.dataset.theme;
}

/** Stubs the theme of the operating system. */
function setSystemTheme(theme: "light" | "dark"): void {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(theme) }));
}

beforeEach(() => setSystemTheme("light"));

afterEach(() => {
  cleanup();
  clearStoredChoices();
  delete document.documentElement.dataset.theme;
});

describe("theme switch", () => {
  test.each([
    ["light", [dark, light], ["dark", "light"]],
    ["dark", [light, dark], ["light", "dark"]],
  ] as const)(
    "cycles from a %s system to the opposite theme, its own and system",
    async (own, names, themes) => {
      const { user } = renderInPage(<ThemeSwitch />);
      setSystemTheme(own);
      const button = screen.getByRole("button");
      const seen = [[shownLabel(), appliedTheme()]];

      for (let turn = 0; turn < 3; turn++) {
        await user.click(button);
        seen.push([shownLabel(), appliedTheme()]);
      }

      expect(seen).toEqual([
        [system, undefined],
        [names[0], themes[0]],
        [names[1], themes[1]],
        [system, undefined],
      ]);
    },
  );

  test("updates the theme-color meta tags", async () => {
    document.head.innerHTML = ["light", "dark"]
      .map((name) => `<meta name="theme-color" media="(prefers-color-scheme: ${name})">`)
      .join("");
    const bars = () =>
      [...document.querySelectorAll("meta[name=theme-color]")].map((meta) =>
        meta.getAttribute("media"),
      );
    const asSystem = bars();
    const { user } = renderInPage(<ThemeSwitch />);
    const button = screen.getByRole("button");

    await user.click(button);
    expect(bars()).toEqual(["not all", "all"]);
    await user.click(button);
    expect(bars()).toEqual(["all", "not all"]);
    await user.click(button);
    expect(bars()).toEqual(asSystem);
  });

  test("stores the choice", async () => {
    const { user } = renderInPage(<ThemeSwitch />);

    await user.click(screen.getByRole("button"));
    await user.click(screen.getByRole("button"));

    expect(localStorage.getItem("theme")).toBe("light");
  });

  test("updates its label and title in the page's language", async () => {
    const { user } = renderInPage(<ThemeSwitch />, { language: "ja" });

    await user.click(screen.getByRole("button"));

    expect(shownLabel()).toContain(translate.ja("app.theme.dark"));
    expect(screen.getByRole("button").title).toBe(shownLabel());
  });
});

describe("stored theme", () => {
  test.each([
    ["light", light],
    ["dark", dark],
    ["system", system],
    ["plaid", system],
  ])("%s shows the label %s", (stored, name) => {
    localStorage.setItem("theme", stored);

    renderInPage(<ThemeSwitch />);

    expect(shownLabel()).toBe(name);
  });

  test("is ignored by the server rendering", () => {
    localStorage.setItem("theme", "dark");

    expect(renderToString(inPage(<ThemeSwitch />))).toContain(system);
  });
});

describe("theme switch without storage", () => {
  test("still changes the theme of this page", async () => {
    forbidStorage();
    const { user } = renderInPage(<ThemeSwitch />);

    await user.click(screen.getByRole("button"));
    await user.click(screen.getByRole("button"));

    expect([shownLabel(), appliedTheme()]).toEqual([light, "light"]);
  });
});
