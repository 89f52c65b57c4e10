/** Return path to a refused form after a new sign-in. */
import { expect, test } from "vitest";
import { signInAddress } from "../../../../client/community/reports/refusedForm.ts";

/** Returns the return path, with its query, of the sign-in for a form with this note. */
function returnOf(note: string): string {
  const query = new URLSearchParams({ error: "recent", days: "14", note });
  const address = signInAddress("/ja/moderation", query, "post-1");
  return new URL(address, "http://tea.example").searchParams.get("return") ?? "";
}

test("fields are in the return path without the error, with the form as fragment", () => {
  expect(returnOf("Twice today")).toBe("/ja/moderation?days=14&note=Twice+today#post-1");
});

// The host decodes return paths twice (`server/accounts/sessions/rules.py`) and refuses such characters.
test.each(["a\tb", "a\\b", "%0A", "5%5C", "%7f"])("reason %j is left out", (note) => {
  expect(returnOf(note)).toBe("/ja/moderation?days=14#post-1");
});

test.each(["100 %", "50% off", "「%」の投稿"])("reason %j is kept", (note) => {
  expect(new URL(returnOf(note), "http://tea.example").searchParams.get("note")).toBe(note);
});
