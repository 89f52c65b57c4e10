// @vitest-environment jsdom
/** Required radio buttons: invalid only after a form was refused, and only while none is chosen. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RequiredRadio } from "../../../client/page/RequiredRadio.tsx";

afterEach(cleanup);

function buttons(isRefused?: boolean): readonly HTMLElement[] {
  render(
    <form aria-label="form">
      {["green", "black"].map((tea) => (
        <RequiredRadio key={tea} name="tea" value={tea} {...(isRefused && { isRefused })}>
          {tea}
        </RequiredRadio>
      ))}
    </form>,
  );
  return screen.getAllByRole("radio");
}

const marks = (all: readonly HTMLElement[]) => all.map((one) => one.getAttribute("aria-invalid"));

test("untouched buttons are not invalid", () => {
  expect(marks(buttons())).toEqual(["false", "false"]);
});

test("the browser alone says whether they are valid once it has refused the form", () => {
  const all = buttons();

  const isValid = screen.getByRole<HTMLFormElement>("form").checkValidity();

  expect(isValid).toBe(false);
  expect(marks(all)).toEqual([null, null]);
});

test("the browser alone says it after the host has refused the form for the same reason", () => {
  expect(marks(buttons(true))).toEqual([null, null]);
});
