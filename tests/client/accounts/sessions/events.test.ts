/** Six events, each with what the specification asks for. */
import { describe, expect, test } from "vitest";
import {
  isSessionEvent,
  reactionTo,
  sessionEvents,
} from "../../../../client/accounts/sessions/events.ts";

const here = { isElsewhere: false };
const elsewhere = { isElsewhere: true };

test("there are six", () => {
  expect(sessionEvents).toHaveLength(6);
  expect(isSessionEvent("SIGNED_IN")).toBe(true);
  expect(isSessionEvent("INITIAL_SESSION")).toBe(false);
});

describe("in this tab", () => {
  test("signing in refreshes the member and speaks their language", () => {
    expect(reactionTo("SIGNED_IN", here)).toEqual({
      refreshes: true,
      speaks: true,
      forgets: false,
    });
  });

  test.each(["TOKEN_REFRESHED", "USER_UPDATED"] as const)("%s refreshes the member", (event) => {
    expect(reactionTo(event, here)).toEqual({ refreshes: true, speaks: false, forgets: false });
  });

  test("signing out forgets everything", () => {
    expect(reactionTo("SIGNED_OUT", here)).toEqual({
      refreshes: false,
      speaks: false,
      forgets: true,
    });
  });

  test.each(["PASSWORD_RECOVERY", "MFA_CHALLENGE_VERIFIED"] as const)(
    "%s asks nothing",
    (event) => {
      expect(reactionTo(event, here)).toEqual({ refreshes: false, speaks: false, forgets: false });
    },
  );
});

describe("in another tab", () => {
  test.each(sessionEvents.filter((event) => event !== "SIGNED_OUT"))(
    "%s refreshes the member",
    (event) => {
      expect(reactionTo(event, elsewhere).refreshes).toBe(true);
    },
  );

  test("signing out forgets everything here too", () => {
    expect(reactionTo("SIGNED_OUT", elsewhere).forgets).toBe(true);
  });
});
