// @vitest-environment jsdom
/** Navigation to members' pages as visitor and as member. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BrowserApp } from "../../../client/app/BrowserApp.tsx";
import type { Viewer } from "../../../client/page/payload.ts";
import { rememberedPath } from "../../../client/accounts/sessions/returnPath.ts";
import { aPostPage } from "../community/posts.ts";
import { fakeHost, type Replies, refuse } from "../accounts/sessions/fakeHost.ts";
import { hana, viewOf, visitor } from "../accounts/sessions/member.ts";
import { newStore } from "../accounts/sessions/memberPage.tsx";
import { translate } from "../messages.ts";
import { now, site } from "../renderPage.tsx";
import { operator } from "../renderPage.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("scrollTo", vi.fn());
});
afterEach(cleanup);

/** Renders the login page and follows a link to the profile, which is a members' page. */
async function open(viewer: Viewer | null, replies: Replies) {
  history.replaceState(null, "", "/ja/login");
  const host = fakeHost({ "GET /api/operator": { body: operator }, ...replies });
  const store = newStore();
  const place = { page: "login", language: "ja", params: {} } as const;
  await store.prepare(place);
  render(
    <BrowserApp
      store={store}
      site={site}
      place={place}
      path="/ja/login"
      now={now}
      viewer={viewer}
    />,
  );
  const link = document.createElement("a");
  link.href = "/ja/profile?tab=liked";
  link.textContent = "to the profile";
  document.body.append(link);
  await userEvent.click(link);
  link.remove();
  return host;
}

const address = () => location.pathname + location.search;

describe("visitor on a members' page", () => {
  test("is redirected to the login and the path is remembered", async () => {
    const answer = Promise.withResolvers<void>();
    await open(null, { "GET /api/session": { body: visitor } });
    const ask = fetch;
    vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
      await answer.promise;
      return ask(...args);
    });
    answer.resolve();

    await waitFor(() => expect(address()).toBe("/ja/login?return=%2Fja%2Fprofile%3Ftab%3Dliked"));
    expect(await screen.findByText(translate.ja("login.required"))).toBeTruthy();
    expect(rememberedPath()).toBe("/ja/profile?tab=liked");
  });

  test("causes no request for member data", async () => {
    const { count } = await open(null, { "GET /api/session": { body: visitor } });
    await waitFor(() => expect(address()).toContain("/login?return="));

    expect(count("GET /api/profiles/me")).toBe(0);
  });
});

test("members' page opens when the session request finds a member", async () => {
  await open(null, {
    "GET /api/session": { body: viewOf(hana) },
    "GET /api/profiles/me": { body: hana },
    "GET /api/profiles/me/liked?limit=10": { body: aPostPage({ posts: [] }) },
  });

  expect((await screen.findByRole("heading", { level: 1, name: hana.display_name })).tagName).toBe(
    "H1",
  );
  expect(address()).toBe("/ja/profile?tab=liked");
});

test("members' page opens for a known member", async () => {
  await open(hana, {
    "GET /api/session": { body: viewOf(hana) },
    "GET /api/profiles/me": { body: hana },
    "GET /api/profiles/me/liked?limit=10": { body: aPostPage({ posts: [] }) },
  });

  expect(await screen.findByRole("heading", { level: 1, name: hana.display_name })).toBeTruthy();
});

test("refused member data triggers a session request", async () => {
  const { count } = await open(hana, {
    "GET /api/session": refuse(503, "app.unavailable"),
    "GET /api/profiles/me": refuse(401, "login.required"),
  });

  await waitFor(() => expect(count("GET /api/session")).toBeGreaterThan(0));
});

test("failed session request shows a retry button and no login redirect", async () => {
  const { count } = await open(null, { "GET /api/session": refuse(503, "app.unavailable") });

  const again = await screen.findByRole("button", { name: translate.ja("app.loadFailed.retry") });
  expect(address()).toBe("/ja/profile?tab=liked");
  const before = count("GET /api/session");
  await userEvent.click(again);

  await waitFor(() => expect(count("GET /api/session")).toBeGreaterThan(before));
});
