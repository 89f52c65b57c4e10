// @vitest-environment jsdom
/** Confirmation dialog whose code could not be loaded: the next attempt removes the message. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmLater } from "../../../client/community/ConfirmLater.tsx";
import { renderForMember, shownMessages } from "../accounts/sessions/memberPage.tsx";
import { translate } from "../messages.ts";

const code = vi.hoisted(() => ({ fail: (_error: Error) => {} }));
vi.mock("../../../client/community/ConfirmDelete.tsx", () => {
  return new Promise((_, reject) => {
    code.fail = reject;
  });
});

afterEach(cleanup);

/** Renders a button that opens the dialog anew at each press. */
function Deletion() {
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setAttempt(attempt + 1)}>
        Delete
      </button>
      {attempt > 0 && (
        <ConfirmLater key={attempt} title="Delete?" body="" onYes={vi.fn()} onClose={vi.fn()} />
      )}
    </>
  );
}

const unused = code.fail;

test("next attempt removes the message of the last one", async () => {
  const { user } = renderForMember(<Deletion />);
  const press = () => user.click(screen.getByRole("button", { name: "Delete" }));
  await press();
  await waitFor(() => expect(code.fail).not.toBe(unused));
  code.fail(new TypeError("Failed to fetch dynamically imported module"));
  await waitFor(() => expect(shownMessages()).toEqual([translate.ja("app.networkError")]));

  await press();

  expect(shownMessages()).toEqual([]);
});
