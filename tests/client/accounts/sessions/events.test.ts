/** The six session events and the reaction to each. */
import { describe, expect, test } from "vitest";
import {
  isSessionEvent,
  reactionTo,
  sessionEvents,
} from "../../../../client/accounts/sessions/events.ts";

const here = { isFromOtherTab: false };
const elsewhere = { isFromOtherTab: true };

test("exactly six session events exist", () => {
  expect(sessionEvents).toHaveLength(6);
  expect(isSessionEvent("SIGNED_IN")).toBe(true);
  expect(isSessionEvent("INITIAL_SESSION")).toBe(false);
});

describe("session event in this tab", () => {
  test("SIGNED_IN fetches the member and switches the language", () => {
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

  test("SIGNED_OUT signs out", () => {
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

describe("session event in another tab", () => {
  test.each(sessionEvents.filter((event) => event !== "SIGNED_OUT"))(
    "%s fetches the member",
    (event) => {
      expect(reactionTo(event, elsewhere).fetchesMember).toBe(true);
    },
  );

  test("SIGNED_OUT signs out this tab", () => {
    expect(reactionTo("SIGNED_OUT", elsewhere).signsOut).toBe(true);
  });
});
