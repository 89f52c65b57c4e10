// @vitest-environment jsdom
/** Following: a link to the form for visitors, a button with the host's state for members. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { FollowLink } from "../../../../client/community/follow/FollowLink.tsx";
import { fakeHost, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { draw, messages, say } from "../../accounts/sessions/surroundings.tsx";

const path = "/api/account/follows/cultivar:saemidori";
const yes = { body: { is_followed: true } };
const no = { body: { is_followed: false } };

afterEach(cleanup);

function open(replies: Replies) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const told = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(told, hana.id);
  const link = <FollowLink kind="cultivar" id="saemidori" />;
  return { ...host, ...draw(link, { openSession: async () => session }) };
}

const button = () => screen.findByRole("button", { name: say.ja("app.follow") });
const pressed = async () => (await button()).getAttribute("aria-pressed");

test("visitor has a link to the form of the account page", async () => {
  fakeHost({});
  draw(<FollowLink kind="cultivar" id="saemidori" />, { viewer: null });

  const link = screen.getByRole("link", { name: say.ja("app.follow") });

  expect(link.getAttribute("href")).toBe("/ja/account?follow=cultivar:saemidori#following");
  expect(link.getAttribute("rel")).toBe("nofollow");
});

test("state of the host is shown, and a press ends it", async () => {
  const { user, count } = open({ [`GET ${path}`]: yes, [`DELETE ${path}`]: no });
  await waitFor(async () => expect(await pressed()).toBe("true"));

  await user.click(await button());

  await waitFor(() => expect(count(`DELETE ${path}`)).toBe(1));
  expect(await pressed()).toBe("false");
});

test("press follows although the state could not be loaded", async () => {
  const { user, count } = open({
    [`GET ${path}`]: refuse(503, "unavailable"),
    [`PUT ${path}`]: yes,
  });

  await user.click(await button());

  await waitFor(() => expect(count(`PUT ${path}`)).toBe(1));
  expect(await pressed()).toBe("true");
});

test("refusal restores the state and says why", async () => {
  const { user } = open({
    [`GET ${path}`]: no,
    [`PUT ${path}`]: refuse(422, "account.follows.errors.many", { most: 200 }),
  });

  await user.click(await button());

  await waitFor(() => expect(messages().join()).toContain(say.ja("app.followFailed")));
  expect(await pressed()).toBe("false");
});
