// @vitest-environment jsdom
/** Callback page: redirects, welcome form and errors after a login. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setCookie } from "../../browser.ts";
import CallbackPage from "../../../../client/accounts/sessions/CallbackPage.tsx";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { rememberedPath, rememberPath } from "../../../../client/accounts/sessions/returnPath.ts";
import { writeMarker } from "../../../../client/accounts/sessions/tokenStorage.ts";
import { fakeHost, networkError, type Replies } from "./fakeHost.ts";
import { alex, hana, viewOf, visitor } from "./member.ts";
import { renderForMember, shownMessages, recordPageLoads } from "./memberPage.tsx";
import { translate } from "../../messages.ts";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const sessions: Session[] = [];
afterEach(() => {
  cleanup();
  for (const session of sessions.splice(0)) session.close();
});

/** Renders the callback page. `memberId`: member of the session; `viewer`: member in the payload of the page. */
function openCallback(
  query: string,
  replies: Replies = {},
  memberId?: string,
  viewer: typeof hana | null = hana,
) {
  const loads = recordPageLoads();
  const host = fakeHost({ "GET /api/session": { body: visitor }, ...replies });
  const path = `/ja/auth/callback${query}`;
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const openSession = async () => {
    const session = new Session(callbacks, memberId).start();
    sessions.push(session);
    return session;
  };
  const options = { page: "authCallback", path, openSession, viewer } as const;
  return { loads, ...host, ...renderForMember(<CallbackPage />, options) };
}

const signedInReplies = (member = hana): Replies => ({
  "GET /api/session": { body: viewOf(member) },
  "GET /api/profiles/me": { body: member },
});

test("callback page shows a status message while it loads", async () => {
  const { go } = openCallback("?signed_in=1");

  expect(screen.getByRole("status").textContent).toBe(translate.ja("authCallback.authenticating"));
  await waitFor(() => expect(go).toHaveBeenCalled());
});

describe("callback with a session", () => {
  test("redirects to the remembered page, which is then forgotten", async () => {
    rememberPath("/ja/post/12?a=1");
    const { loads } = openCallback("?signed_in=1", signedInReplies());

    await waitFor(() => expect(loads).toEqual(["/ja/post/12?a=1"]));
    expect(rememberedPath()).toBeNull();
  });

  test("redirects to the home page when no page is remembered", async () => {
    const { loads } = openCallback("?signed_in=1", signedInReplies());

    await waitFor(() => expect(loads).toEqual(["/ja"]));
  });

  test.each(["//evil.example", "https://evil.example", "/\\evil.example", "/login"])(
    "does not redirect to %s",
    async (elsewhere) => {
      const query = `?signed_in=1&return=${encodeURIComponent(elsewhere)}`;
      const { loads } = openCallback(query, signedInReplies());

      await waitFor(() => expect(loads).toEqual(["/ja"]));
    },
  );

  test("redirects to the page in the profile's language", async () => {
    const { loads } = openCallback(
      "?signed_in=1&return=%2Fja%2Fcultivars%3Fpage%3D2",
      signedInReplies(alex),
    );

    await waitFor(() => expect(loads).toEqual(["/cultivars?page=2"]));
  });

  test("shares one session request with the session's own start", async () => {
    const { loads, count } = openCallback("?signed_in=1", signedInReplies(), hana.id);

    await waitFor(() => expect(loads).toEqual(["/ja"]));
    expect(sessions.length).toBe(1);
    expect(count("GET /api/session")).toBe(1);
  });

  test("keeps the page's language when the member was already signed in", async () => {
    writeMarker({
      member_id: alex.id,
      expires_at: "2026-11-21T05:00:00Z",
      event: "SIGNED_IN",
      changed_at: 1,
    });
    const { loads } = openCallback("?signed_in=1&return=%2Fja%2Fcultivars", signedInReplies(alex));

    await waitFor(() => expect(loads).toEqual(["/ja/cultivars"]));
  });
});

describe("callback with a welcome", () => {
  const welcome = "?signed_in=1&welcome=1";
  const form = () => document.querySelector("form") as HTMLFormElement;
  const returnField = () => form().querySelector<HTMLInputElement>("[name=back]")?.value;

  /** Returns a mock that is called when a form is submitted; jsdom would not send it. */
  function watchSubmit() {
    const submit = vi.fn((event: Event) => event.preventDefault());
    addEventListener("submit", submit, { once: true });
    return submit;
  }

  beforeEach(() => {
    setCookie("language=; Path=/; Max-Age=0");
  });

  test("offers language and tea in a form, and waits for the member", async () => {
    const { loads, go, count } = openCallback(welcome, signedInReplies(), hana.id);

    await waitFor(() => expect(count("GET /api/session")).toBe(1));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "日本語" }).checked).toBe(true);
    expect(screen.getAllByRole("radio").length).toBe(2 + 16);
    expect([form().method, form().getAttribute("action")]).toEqual([
      "post",
      "/api/profiles/me/welcome?language=ja",
    ]);
    expect([loads, go.mock.calls]).toEqual([[], []]);
  });

  test("passes on the return path of the address, and stores the chosen language", async () => {
    rememberPath("/ja/terms");
    const { user } = openCallback(`${welcome}&return=%2Fja%2Fabout`, signedInReplies(), hana.id);
    const submit = watchSubmit();

    await user.click(screen.getByRole("radio", { name: "English" }));
    await user.click(
      screen.getByRole("button", { name: translate.ja("authCallback.welcome.save") }),
    );

    expect(submit).toHaveBeenCalledOnce();
    expect(returnField()).toBe("/ja/about");
    expect(localStorage.getItem("language")).toBe("en");
    expect(rememberedPath()).toBeNull();
  });

  test("passes on the remembered path when skipped, and stores no language", async () => {
    rememberPath("/ja/post/12?a=1");
    const { user } = openCallback(welcome, signedInReplies(), hana.id);
    watchSubmit();

    await user.click(
      screen.getByRole("button", { name: translate.ja("authCallback.welcome.skip") }),
    );

    expect(returnField()).toBe("/ja/post/12?a=1");
    expect(localStorage.getItem("language")).toBeNull();
    expect(rememberedPath()).toBeNull();
  });

  test("redirects to the login when there is no session", async () => {
    const { go } = openCallback(welcome);

    await waitFor(() => expect(go).toHaveBeenCalledWith("/ja/login"));
  });
});

describe("callback without a session", () => {
  test("redirects to the login without a message", async () => {
    const { go } = openCallback("?signed_in=1");

    await waitFor(() => expect(go).toHaveBeenCalledWith("/ja/login"));
    expect(shownMessages()).toEqual([]);
  });

  test("redirects to the login with an error when the session request fails twice", async () => {
    const { go, count } = openCallback("", { "GET /api/session": networkError });

    const error = "/ja/login?error=auth_callback_failed";
    await waitFor(() => expect(go).toHaveBeenCalledWith(error), { timeout: 5000 });
    expect(count("GET /api/session")).toBe(2);
  });
});

describe("callback error", () => {
  test("access_denied shows the message for a cancelled login", async () => {
    const { go, requests } = openCallback("?error=access_denied");

    await waitFor(() => expect(go).toHaveBeenCalledWith("/ja/login?error=oauth_failed"));
    expect(shownMessages()).toEqual([translate.ja("authCallback.cancelled")]);
    expect(requests).toEqual([]);
  });

  test("from the provider is shown as plain text", async () => {
    const { go } = openCallback("?error=x&error_description=%3Cimg%20src%3Dx%3E%E2%80%AEoops");

    await waitFor(() => expect(go).toHaveBeenCalledWith("/ja/login?error=oauth_failed"));
    expect(shownMessages()).toEqual(["ログインに失敗しました: <img src=x> oops"]);
    expect(document.querySelector("#messages img")).toBeNull();
  });

  test("from the host redirects to the login with that error code", async () => {
    const { go } = openCallback("?error=auth_callback_failed");

    await waitFor(() => expect(go).toHaveBeenCalledWith("/ja/login?error=auth_callback_failed"));
    expect(shownMessages()).toEqual([]);
  });
});

const databaseError =
  "?error=server_error&error_description=Database%20error%20saving%20new%20user";

describe("database error while saving a new user", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("requests the session after 1.5 seconds and redirects when found", async () => {
    const { requests, loads } = openCallback(
      `${databaseError}&return=%2Fja%2Fprofile`,
      signedInReplies(),
    );
    await vi.advanceTimersByTimeAsync(1499);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);

    expect(requests[0]?.path).toBe("/api/session");
    expect(loads).toEqual(["/ja/profile"]);
    expect(shownMessages()).toEqual([]);
  });

  test("without a session shows the message to retry later", async () => {
    const { go } = openCallback(databaseError);
    await vi.advanceTimersByTimeAsync(1500);

    expect(go).toHaveBeenCalledWith("/ja/login?error=oauth_failed");
    expect(shownMessages()).toEqual([translate.ja("authCallback.retryLater")]);
  });
});

describe("noscript link", () => {
  const hrefIn = ({ container }: { container: Element }) =>
    container.querySelector(".without-scripts a")?.getAttribute("href");

  test("leads to the return page, or to the login on an error", () => {
    expect(hrefIn(openCallback("?error=access_denied"))).toBe("/ja/login?error=oauth_failed");
    expect(hrefIn(openCallback("?signed_in=1&return=%2Fja%2Fpost%2F1"))).toBe("/ja/post/1");
  });

  test("leads to the login without a session, and keeps the return page", () => {
    const back = "return=%2Fja%2Fpost%2F1";
    const database = `${databaseError}&${back}`;

    expect(hrefIn(openCallback(`?signed_in=1&${back}`, {}, undefined, null))).toBe(
      `/ja/login?${back}`,
    );
    expect(hrefIn(openCallback(database, {}, undefined, null))).toBe(
      `/ja/login?error=oauth_failed&${back}`,
    );
  });
});
