// @vitest-environment jsdom
/** Theme switch: light, dark and system. */
import { cleanup, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ThemeSwitch } from "../../../../client/app/layout/ThemeSwitch.tsx";
import { forbidStorage, forgetChoices } from "../../browser.ts";
import { draw, inPage } from "../../renderPage.tsx";
import { say } from "../../words.ts";

const [system, light, dark] = (["system", "light", "dark"] as const).map((theme) =>
  say.en("app.theme.now", { theme: say.en(`app.theme.${theme}`) }),
);

function shown(): string | undefined {
  return screen.getByRole("button").getAttribute("aria-label") ?? undefined;
}

function applied(): string | undefined {
  return document.documentElement.dataset.theme;
}

/** A browser whose system is set to a theme. */
function setSystem(theme: "light" | "dark"): void {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(theme) }));
}

beforeEach(() => setSystem("light"));

afterEach(() => {
  cleanup();
  forgetChoices();
  delete document.documentElement.dataset.theme;
});

describe("theme switch", () => {
  test.each([
    ["light", [dark, light], ["dark", "light"]],
    ["dark", [light, dark], ["light", "dark"]],
  ] as const)(
    "cycles from a %s system to the opposite theme, its own and system",
    async (own, names, themes) => {
      const { user } = draw(<ThemeSwitch />);
      setSystem(own);
      const button = screen.getByRole("button");
      const seen = [[shown(), applied()]];

      for (let turn = 0; turn < 3; turn++) {
        await user.click(button);
        seen.push([shown(), applied()]);
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
    const { user } = draw(<ThemeSwitch />);
    const button = screen.getByRole("button");

    await user.click(button);
    expect(bars()).toEqual(["not all", "all"]);
    await user.click(button);
    expect(bars()).toEqual(["all", "not all"]);
    await user.click(button);
    expect(bars()).toEqual(asSystem);
  });

  test("stores the choice", async () => {
    const { user } = draw(<ThemeSwitch />);

    await user.click(screen.getByRole("button"));
    await user.click(screen.getByRole("button"));

    expect(localStorage.getItem("theme")).toBe("light");
  });

  test("updates its label and title in the page's language", async () => {
    const { user } = draw(<ThemeSwitch />, { language: "ja" });

    await user.click(screen.getByRole("button"));

    expect(shown()).toContain(say.ja("app.theme.dark"));
    expect(screen.getByRole("button").title).toBe(shown());
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

    draw(<ThemeSwitch />);

    expect(shown()).toBe(name);
  });

  test("is ignored by the server rendering", () => {
    localStorage.setItem("theme", "dark");

    expect(renderToString(inPage(<ThemeSwitch />))).toContain(system);
  });
});

describe("theme switch without storage", () => {
  test("still changes the theme of this page", async () => {
    forbidStorage();
    const { user } = draw(<ThemeSwitch />);

    await user.click(screen.getByRole("button"));
    await user.click(screen.getByRole("button"));

    expect([shown(), applied()]).toEqual([light, "light"]);
  });
});
