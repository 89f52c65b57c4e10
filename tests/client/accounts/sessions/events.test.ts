/** The six session events and the reaction to each. */
import { describe, expect, test } from "vitest";
import {
  isSessionEvent,
  reactionTo,
  sessionEvents,
} from "../../../../client/accounts/sessions/events.ts";

const here = { isFromOtherTab: false };
const elsewhere = { isFromOtherTab: true };

test("there are six", () => {
  expect(sessionEvents).toHaveLength(6);
  expect(isSessionEvent("SIGNED_IN")).toBe(true);
  expect(isSessionEvent("INITIAL_SESSION")).toBe(false);
});

describe("in this tab", () => {
  test("signing in fetches the member and switches to their language", () => {
    expect(reactionTo("SIGNED_IN", here)).toEqual({
      fetchesMember: true,
      switchesLanguage: true,
      signsOut: false,
    });
  });

  test.each(["TOKEN_REFRESHED", "USER_UPDATED"] as const)("%s fetches the member", (event) => {
    expect(reactionTo(event, here)).toEqual({
      fetchesMember: true,
      switchesLanguage: false,
      signsOut: false,
    });
  });

  test("signing out clears everything", () => {
    expect(reactionTo("SIGNED_OUT", here)).toEqual({
      fetchesMember: false,
      switchesLanguage: false,
      signsOut: true,
    });
  });

  test.each(["PASSWORD_RECOVERY", "MFA_CHALLENGE_VERIFIED"] as const)(
    "%s has no effect",
    (event) => {
      expect(reactionTo(event, here)).toEqual({
        fetchesMember: false,
        switchesLanguage: false,
        signsOut: false,
      });
    },
  );
});

describe("in another tab", () => {
  test.each(sessionEvents.filter((event) => event !== "SIGNED_OUT"))(
    "%s fetches the member",
    (event) => {
      expect(reactionTo(event, elsewhere).fetchesMember).toBe(true);
    },
  );

  test("signing out clears everything here too", () => {
    expect(reactionTo("SIGNED_OUT", elsewhere).signsOut).toBe(true);
  });
});
