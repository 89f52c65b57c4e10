/** Switch between the system's, the light and the dark theme; the choice is stored in this browser. */
import { useEffect, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import "./ThemeSwitch.css";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "theme";

/** Returns the stored theme; "system" without one or without storage. */
function storedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? "system";
  } catch {
    return "system";
  }
}

/** Applies a theme to the page and stores it. */
function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the theme applies to this page alone.
  }
}

/**
 * Returns the theme after this one: after the system's comes its opposite, so that the first press
 * is visible.
 */
function themeAfter(theme: Theme): Theme {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order: readonly Theme[] = isDark
    ? ["system", "light", "dark"]
    : ["system", "dark", "light"];
  return order[(order.indexOf(theme) + 1) % order.length] ?? "system";
}

/**
 * Applies the theme to the browser's toolbars; the document has a `theme-color` for light, then one
 * for dark.
 */
function applyToToolbars(theme: Theme): void {
  const colours = document.querySelectorAll("meta[name=theme-color]");
  for (const [at, colour] of colours.entries()) {
    const own = themes[at + 1];
    const chosen = own === theme ? "all" : "not all";
    colour.setAttribute("media", theme === "system" ? `(prefers-color-scheme: ${own})` : chosen);
  }
}

/** Renders the present theme as a button that changes to the next one. */
export function ThemeSwitch() {
  const { t } = usePage();
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(storedTheme()), []);
  useEffect(() => applyToToolbars(theme), [theme]);

  /** Changes to the next theme. */
  const turn = () => {
    const next = themeAfter(theme);
    applyTheme(next);
    setTheme(next);
  };
  const label = t("app.theme.now", { theme: t(`app.theme.${theme}`) });
  return (
    <button
      type="button"
      className="theme-switch"
      data-shown={theme}
      title={label}
      aria-label={label}
      onClick={turn}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 4a8 8 0 0 1 0 16z" />
      </svg>
    </button>
  );
}
