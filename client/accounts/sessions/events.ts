/** What can happen to a session, and what each of it asks of the page. */

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
  /** Ask the host anew who is signed in. */
  readonly refreshes: boolean;
  /** Switch the interface to the language of the profile. */
  readonly speaks: boolean;
  /** Forget everything that was fetched, and speak Japanese. */
  readonly forgets: boolean;
}

const nothing: Reaction = { refreshes: false, speaks: false, forgets: false };
const refresh: Reaction = { ...nothing, refreshes: true };

const reactions: Readonly<Record<SessionEvent, Reaction>> = {
  SIGNED_IN: { ...refresh, speaks: true },
  TOKEN_REFRESHED: refresh,
  USER_UPDATED: refresh,
  SIGNED_OUT: { ...nothing, forgets: true },
  // There is no password here to recover and no second factor to ask for.
  PASSWORD_RECOVERY: nothing,
  MFA_CHALLENGE_VERIFIED: nothing,
};

export function isSessionEvent(name: unknown): name is SessionEvent {
  return sessionEvents.some((event) => event === name);
}

/** A change that another tab has stored refreshes the current member, whatever it was. */
export function reactionTo(
  event: SessionEvent,
  { isElsewhere }: { isElsewhere: boolean },
): Reaction {
  const reaction = reactions[event];
  return isElsewhere && !reaction.forgets ? { ...reaction, refreshes: true } : reaction;
}
