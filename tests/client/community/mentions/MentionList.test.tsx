// @vitest-environment jsdom
/** Completion of a mention: members found by the host, chosen by keyboard and inserted into the text. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { mentionAt, MentionList } from "../../../../client/community/mentions/MentionList.tsx";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";

afterEach(cleanup);

const member = (id: string, display_name: string) => ({ id, display_name, avatar_url: null });
const path = "GET /api/search/members?name=Al";

function Field() {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  return (
    <>
      <textarea ref={box} value={text} onChange={({ target }) => setText(target.value)} />
      <MentionList box={box} text={text} onPick={setText} />
    </>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");

function open() {
  const members = [member("1", "Alex Leaf"), member("2", "Alma")];
  return { ...fakeHost({ [path]: { body: { members } } }), ...renderForMember(<Field />) };
}

test.each([
  ["@Al", { name: "Al", start: 0 }],
  ["thanks @Alex Le", { name: "Alex Le", start: 7 }],
  ["hana@example", undefined],
  ["@", undefined],
  ["@Alex\nmore", undefined],
])("mention at the end of %j", (text, found) => {
  expect(mentionAt(text, text.length)).toEqual(found);
});

test("arrow keys choose a member, and Enter puts the name into the text", async () => {
  const { user } = open();
  await user.type(field(), "Hi @Al");
  await screen.findAllByRole("option");
  const [first, second] = screen.getAllByRole("option");
  expect(field().getAttribute("aria-activedescendant")).toBe(first?.id);

  await user.keyboard("{ArrowDown}");
  expect(second?.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");

  expect(field().value).toBe("Hi @Alma ");
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(field().hasAttribute("aria-controls")).toBe(false);
});

test("Escape closes the list and keeps the text", async () => {
  const { user } = open();
  await user.type(field(), "@Al");
  await screen.findByRole("listbox");

  await user.keyboard("{Escape}");

  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field().value).toBe("@Al");
});

test("press on a member puts the name into the text", async () => {
  const { user } = open();
  await user.type(field(), "@Al");

  await user.click(await screen.findByText("Alex Leaf"));

  expect(field().value).toBe("@Alex Leaf ");
});
