// @vitest-environment jsdom
/** Follow control: a link to the account page for visitors, a button with the stored state for members. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { FollowLink } from "../../../../client/community/follow/FollowLink.tsx";
import { fakeHost, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const path = "/api/account/follows/cultivar:saemidori";
const followed = { body: { is_followed: true } };
const notFollowed = { body: { is_followed: false } };

afterEach(cleanup);

function open(replies: Replies) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const link = <FollowLink kind="cultivar" id="saemidori" />;
  return { ...host, ...renderForMember(link, { openSession: async () => session }) };
}

const button = () => screen.findByRole("button", { name: translate.ja("app.follow") });
const pressed = async () => (await button()).getAttribute("aria-pressed");

test("visitor has a link to the form of the account page", async () => {
  fakeHost({});
  renderForMember(<FollowLink kind="cultivar" id="saemidori" />, { viewer: null });

  const link = screen.getByRole("link", { name: translate.ja("app.follow") });

  expect(link.getAttribute("href")).toBe("/ja/account?follow=cultivar:saemidori#following");
  expect(link.getAttribute("rel")).toBe("nofollow");
});

test("button shows the state of the host, and a press ends it", async () => {
  const { user, count } = open({ [`GET ${path}`]: followed, [`DELETE ${path}`]: notFollowed });
  await waitFor(async () => expect(await pressed()).toBe("true"));

  await user.click(await button());

  await waitFor(() => expect(count(`DELETE ${path}`)).toBe(1));
  expect(await pressed()).toBe("false");
});

test("press follows although the state could not be loaded", async () => {
  const { user, count } = open({
    [`GET ${path}`]: refuse(503, "unavailable"),
    [`PUT ${path}`]: followed,
  });

  await user.click(await button());

  await waitFor(() => expect(count(`PUT ${path}`)).toBe(1));
  expect(await pressed()).toBe("true");
});

test("state that is loaded after a press does not undo it", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { user, count } = open({ [`PUT ${path}`]: followed });
  const fake = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    url === path && init?.method === undefined ? promise : fake(url, init),
  );
  await user.click(await button());
  await waitFor(() => expect(count(`PUT ${path}`)).toBe(1));

  await act(async () => resolve(Response.json(notFollowed.body)));

  expect(await pressed()).toBe("true");
});

test("refusal restores the state with its reason", async () => {
  const { user } = open({
    [`GET ${path}`]: notFollowed,
    [`PUT ${path}`]: refuse(422, "account.follows.errors.many", { most: 200 }),
  });

  await user.click(await button());

  await waitFor(() => expect(shownMessages().join()).toContain(translate.ja("app.followFailed")));
  expect(await pressed()).toBe("false");
});

test("message of a failed attempt is removed once a later one succeeds", async () => {
  let reply = refuse(503, "unavailable");
  const { user } = open({ [`GET ${path}`]: notFollowed, [`PUT ${path}`]: () => reply });
  await user.click(await button());
  await waitFor(() => expect(shownMessages()).toHaveLength(1));

  reply = followed;
  await user.click(await button());

  await waitFor(() => expect(shownMessages()).toEqual([]));
});
