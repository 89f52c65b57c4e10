// @vitest-environment jsdom
/** Saving a post: the state of the host, a press, and a refusal. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { SaveButton } from "../../../../client/community/detail/SaveButton.tsx";
import { fakeHost, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { draw, messages, say } from "../../accounts/sessions/surroundings.tsx";

const path = "/api/posts/12/saved";
const yes = { body: { is_saved: true } };
const no = { body: { is_saved: false } };

afterEach(cleanup);

function open(replies: Replies) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const told = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(told, hana.id);
  return { ...host, ...draw(<SaveButton id={12} />, { openSession: async () => session }) };
}

const button = () => screen.getByRole("button", { name: say.ja("postDetail.save") });
const pressed = () => button().getAttribute("aria-pressed");

test("state of the host is shown, and a press ends it", async () => {
  const { user, count } = open({ [`GET ${path}`]: yes, [`DELETE ${path}`]: no });
  await waitFor(() => expect(pressed()).toBe("true"));

  await user.click(button());

  await waitFor(() => expect(count(`DELETE ${path}`)).toBe(1));
  expect(pressed()).toBe("false");
});

test("press saves although the state could not be loaded", async () => {
  const { user, count } = open({
    [`GET ${path}`]: refuse(503, "unavailable"),
    [`PUT ${path}`]: yes,
  });

  await user.click(button());

  await waitFor(() => expect(count(`PUT ${path}`)).toBe(1));
  expect(pressed()).toBe("true");
});

test("refusal restores the state and says so", async () => {
  const { user } = open({ [`GET ${path}`]: no, [`PUT ${path}`]: refuse(503, "unavailable") });

  await user.click(button());

  await waitFor(() => expect(messages().join()).toContain(say.ja("postDetail.saveFailed")));
  expect(pressed()).toBe("false");
});
