// @vitest-environment jsdom
/** Field of a note: counts characters as the host does, and keeps a text that is too long. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { NoteInput } from "../../../../client/community/reports/NoteInput.tsx";
import { reportNoteCharacters } from "../../../../client/contracts/limits.generated.ts";

afterEach(cleanup);

function field(): HTMLInputElement {
  render(<NoteInput id="note" name="note" tooLong="Too long." />);
  return screen.getByRole("textbox");
}

test.each(["茶", "🍵", "𠮷", "か\u3099"])("counts %s as one character", (sign) => {
  const input = field();

  fireEvent.input(input, { target: { value: sign.repeat(reportNoteCharacters) } });
  expect(input.validationMessage).toBe("");
  fireEvent.input(input, { target: { value: sign.repeat(reportNoteCharacters + 1) } });

  expect(input.validationMessage).toBe("Too long.");
  expect(input.value).toBe(sign.repeat(reportNoteCharacters + 1));
  expect(input.maxLength).toBe(-1);
});

test("accepts a note that was shortened", () => {
  const input = field();
  fireEvent.input(input, { target: { value: "茶".repeat(reportNoteCharacters + 1) } });

  fireEvent.input(input, { target: { value: "茶" } });

  expect(input.validity.valid).toBe(true);
});
