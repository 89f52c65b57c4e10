// @vitest-environment jsdom
/** Button that saves a post: state of the host, press, refusal. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { SaveButton } from "../../../../client/community/detail/SaveButton.tsx";
import { fakeHost, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const path = "/api/posts/12/saved";
const saved = { body: { is_saved: true } };
const notSaved = { body: { is_saved: false } };

afterEach(cleanup);

function open(replies: Replies) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  return {
    ...host,
    ...renderForMember(<SaveButton id={12} />, { openSession: async () => session }),
  };
}

const button = () => screen.getByRole("button", { name: translate.ja("postDetail.save") });
const pressed = () => button().getAttribute("aria-pressed");

test("button shows the state of the host, and a press ends it", async () => {
  const { user, count } = open({ [`GET ${path}`]: saved, [`DELETE ${path}`]: notSaved });
  await waitFor(() => expect(pressed()).toBe("true"));

  await user.click(button());

  await waitFor(() => expect(count(`DELETE ${path}`)).toBe(1));
  expect(pressed()).toBe("false");
});

test("press saves although the state could not be loaded", async () => {
  const { user, count } = open({
    [`GET ${path}`]: refuse(503, "unavailable"),
    [`PUT ${path}`]: saved,
  });

  await user.click(button());

  await waitFor(() => expect(count(`PUT ${path}`)).toBe(1));
  expect(pressed()).toBe("true");
});

test("state that is loaded after a press does not undo it", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { user, count } = open({ [`PUT ${path}`]: saved });
  const fake = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    url === path && init?.method === undefined ? promise : fake(url, init),
  );
  await user.click(button());
  await waitFor(() => expect(count(`PUT ${path}`)).toBe(1));

  await act(async () => resolve(Response.json(notSaved.body)));

  expect(pressed()).toBe("true");
});

test("refusal restores the state with a message", async () => {
  const { user } = open({ [`GET ${path}`]: notSaved, [`PUT ${path}`]: refuse(503, "unavailable") });

  await user.click(button());

  await waitFor(() =>
    expect(shownMessages().join()).toContain(translate.ja("postDetail.saveFailed")),
  );
  expect(pressed()).toBe("false");
});

test("message of a failed attempt is removed once a later one succeeds", async () => {
  let reply = refuse(503, "unavailable");
  const { user } = open({ [`GET ${path}`]: notSaved, [`PUT ${path}`]: () => reply });
  await user.click(button());
  await waitFor(() => expect(shownMessages()).toHaveLength(1));

  reply = saved;
  await user.click(button());

  await waitFor(() => expect(shownMessages()).toEqual([]));
});
