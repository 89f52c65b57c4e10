/** Styles of the choice, in the script that is loaded on first use: the site's one style sheet is part of every first view. */

// On a phone the names have a line of their own above the buttons. The bar is as high as they need,
// at most half of the window; what stands above it follows `--choice-bar`, its height.
export const barStyles = `
choice-bar {
  position: fixed; inset: auto 0 0; z-index: 4;
  max-height: 50vh; overflow-y: auto; background: var(--surface); box-shadow: var(--shadow);
}
.choice-full {
  padding: 10px var(--edge); text-align: center; font-size: 0.9375rem;
  border-top: 1px solid var(--line);
}
.choice-bar {
  display: flex; gap: 12px; align-items: center; justify-content: center;
  padding: 10px var(--edge) calc(10px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
}
.choice-names { min-width: 0; font-size: 0.9375rem; line-height: 1.4; word-break: keep-all; }
.choice-bar .button { flex: none; padding-inline: 16px; }
body { padding-bottom: calc(8px + var(--choice-bar, 64px)); }
.language-suggestion { bottom: calc(32px + var(--choice-bar, 64px)); }
html { scroll-padding-bottom: calc(32px + var(--choice-bar, 64px)); }
@media (max-width: 30em) {
  .choice-bar { flex-wrap: wrap; gap: 4px 12px; }
  .choice-names { flex: 1 0 100%; text-align: center; }
}
@media print { choice-bar { display: none; } body { padding: 0; } }
`;

/** Returns CSS that shows "✓" before the comparison links of the chosen records. */
export function chosenStyles(ids: readonly string[]): string {
  const links = ids.map((id) => `[data-compare="${CSS.escape(id)}"]::before`);
  return `${links.join()} { margin-inline-end: 0.3em; content: "✓"; }`;
}
