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
  /** Ask the host for the current member. */
  readonly refreshes: boolean;
  /** Switch the interface to the profile's language. */
  readonly speaks: boolean;
  /** Clear all fetched data and switch to Japanese. */
  readonly forgets: boolean;
}

const nothing: Reaction = { refreshes: false, speaks: false, forgets: false };
const refresh: Reaction = { ...nothing, refreshes: true };

const reactions: Readonly<Record<SessionEvent, Reaction>> = {
  SIGNED_IN: { ...refresh, speaks: true },
  TOKEN_REFRESHED: refresh,
  USER_UPDATED: refresh,
  SIGNED_OUT: { ...nothing, forgets: true },
  // Passwords and second factors do not exist here.
  PASSWORD_RECOVERY: nothing,
  MFA_CHALLENGE_VERIFIED: nothing,
};

export function isSessionEvent(name: unknown): name is SessionEvent {
  return sessionEvents.some((event) => event === name);
}

/** Any change stored by another tab refreshes the current member. */
export function reactionTo(
  event: SessionEvent,
  { isElsewhere }: { isElsewhere: boolean },
): Reaction {
  const reaction = reactions[event];
  return isElsewhere && !reaction.forgets ? { ...reaction, refreshes: true } : reaction;
}
