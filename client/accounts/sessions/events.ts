/** Session events and the reaction of the page to each. */

export const sessionEvents = [
  "SIGNED_IN",
  "TOKEN_REFRESHED",
  "SIGNED_OUT",
  "PASSWORD_RECOVERY",
  "USER_UPDATED",
  "MFA_CHALLENGE_VERIFIED",
] as const;

export type SessionEvent = (typeof sessionEvents)[number];

export interface Reaction {
  /** Fetch the current member. */
  readonly fetchesMember: boolean;
  /** Switch the interface to the profile's language. */
  readonly switchesLanguage: boolean;
  /** Clear all fetched data and switch to Japanese. */
  readonly signsOut: boolean;
}

const nothing: Reaction = { fetchesMember: false, switchesLanguage: false, signsOut: false };
const refresh: Reaction = { ...nothing, fetchesMember: true };

const reactions: Readonly<Record<SessionEvent, Reaction>> = {
  SIGNED_IN: { ...refresh, switchesLanguage: true },
  TOKEN_REFRESHED: refresh,
  USER_UPDATED: refresh,
  SIGNED_OUT: { ...nothing, signsOut: true },
  // This site has no passwords and no second factors.
  PASSWORD_RECOVERY: nothing,
  MFA_CHALLENGE_VERIFIED: nothing,
};

/** Returns whether a name is that of an event. */
export function isSessionEvent(name: unknown): name is SessionEvent {
  return sessionEvents.some((event) => event === name);
}

/**
 * Returns what the page does after an event; any event of another tab, except a sign-out, also
 * fetches the current member.
 */
export function reactionTo(
  event: SessionEvent,
  { isFromOtherTab }: { isFromOtherTab: boolean },
): Reaction {
  const reaction = reactions[event];
  return isFromOtherTab && !reaction.signsOut ? { ...reaction, fetchesMember: true } : reaction;
}
