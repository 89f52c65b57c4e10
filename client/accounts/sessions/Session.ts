/** The session of this tab: refreshed, and synchronised with other tabs. */
import { refreshTickMs } from "../../contracts/limits.generated.ts";
import type { Language } from "../../contracts/language.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { Credentials } from "../../wire/request.ts";
import type { CurrentMember, SessionView } from "../../wire/types.generated.ts";
import { deleteSession, refreshSession } from "./actions.ts";
import { CurrentMemberCache } from "./currentMember.ts";
import { reactionTo, type SessionEvent } from "./events.ts";
import { fetchProfile, fetchSession } from "./queries.ts";
import { isDue, retryUntilTick, wait } from "./refresh.ts";
import {
  isSignOutRemembered,
  parseMarker,
  readMarker,
  rememberSignOut,
  removeMarker,
  writeMarker,
} from "./tokenStorage.ts";

export interface SessionObserver {
  /** Called with the member each time the host reports one, and with null once there is none. */
  readonly onMember: (member: CurrentMember | null) => void;
  /** Switches the interface to the profile's language. */
  readonly onLanguage: (language: Language) => void;
  /**
   * "here": the member signed out in this tab. "elsewhere": in another tab, or the session expired.
   * "for another": another member is signed in now, and must not see this one's data.
   */
  readonly onSignedOut: (where: "here" | "elsewhere" | "for another") => void;
}

/** The reader does not wait longer for a sign-out: the host ends the session with the next request anyway. */
const signOutWaitMs = 2000;

const now = () => Date.now();
/** Returns whether the host refused a request because no member is signed in (401). */
const isRefusedVisitor = (error: unknown) => error instanceof Refusal && error.status === 401;
/** Returns whether an error says that the session is over: signed out, expired, or suspended. */
const isOver = (error: unknown) =>
  isRefusedVisitor(error) || (error instanceof Refusal && error.code === "app.suspended");
/** Returns whether an error says that another member is signed in now than that of this page. */
const isOfAnother = (error: unknown) =>
  error instanceof Refusal && /\.(anotherMember|idMismatch)$/.test(error.code);
/**
 * Returns whether a request failed for want of a connection or by an error of the host, so that a
 * retry may succeed.
 */
const isTemporary = (error: unknown) =>
  error instanceof Refusal && (error.status === 0 || error.status >= 500);

/**
 * Session of a member in this tab: refreshed before it expires, and synchronised with other tabs.
 */
export class Session {
  readonly #observer: SessionObserver;
  readonly #cache = new CurrentMemberCache({ load: fetchSession, now, wait });
  readonly #stop = new AbortController();
  #memberId: string | undefined;
  /** The member whose page this tab shows or last showed. */
  #shownId: string | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(observer: SessionObserver, memberId: string | undefined) {
    this.#observer = observer;
    this.#memberId = memberId;
    this.#shownId = memberId;
  }

  /**
   * Starts the timer and the listeners. Ends the session if this browser has signed out, and
   * fetches the current member when the marker contradicts the page.
   */
  start(): this {
    const { signal } = this.#stop;
    const tick = setInterval(() => void this.#tick(), refreshTickMs);
    signal.addEventListener("abort", () => clearInterval(tick));
    addEventListener("focus", () => void this.refetchIfStale(), { signal });
    document.addEventListener("visibilitychange", () => void this.refetchIfStale(), { signal });
    if (this.#isSignedOut()) this.#end("elsewhere");
    else if (readMarker()?.member_id === this.#memberId) void this.#tick();
    else void this.fetchView();
    return this;
  }

  /** Stops the timer and the listeners. */
  close(): void {
    this.#stop.abort();
  }

  /**
   * Fetches the current member and applies it to the page, which ends the session here if the host
   * has none; null when the request fails.
   */
  async fetchView(): Promise<SessionView | null> {
    const view = await this.#cache.load();
    if (view) this.#apply(view);
    return view;
  }

  /**
   * Brings the session up to date when the tab becomes visible: ends it after a sign-out, refreshes
   * it if it expires soon, and fetches the member if that data is old or another tab changed it.
   */
  async refetchIfStale(): Promise<void> {
    if (document.visibilityState === "hidden") return;
    if (this.#isSignedOut()) {
      this.#end("elsewhere");
      return;
    }
    await this.#tick();
    // A page restored from the back/forward cache missed the events of other tabs.
    const isAsBefore = readMarker()?.member_id === this.#memberId;
    const isOld = this.#memberId !== undefined && !this.#cache.isFresh();
    if (isOld || !isAsBefore) await this.fetchView();
  }

  /**
   * Handles a change of the marker by another tab; `text` is its new value. A marker that was
   * removed or is invalid counts as a sign-out.
   */
  async onMarkerChange(text: string | null): Promise<void> {
    const event = parseMarker(text)?.event ?? "SIGNED_OUT";
    await this.#react(event, true);
  }

  /**
   * Records an event of this tab in the marker, which notifies other tabs, and reacts to it here.
   */
  async publish(event: SessionEvent): Promise<void> {
    const marker = readMarker();
    if (marker) writeMarker({ ...marker, event, changed_at: now() });
    await this.#react(event, false);
  }

  /**
   * Sends a change of the member whose page this is; the host refuses it when another one is signed
   * in now. An expired session is refreshed and the change sent again. Without a session it sends
   * nothing and rejects with a Refusal.
   */
  async change<Answer>(send: (credentials: Credentials) => Promise<Answer>): Promise<Answer> {
    // Without a session no refresh is possible: reported at once, before the page is left.
    const credentials = await this.#credentials();
    try {
      return await send(credentials);
    } catch (error) {
      if (isOfAnother(error)) void this.fetchView();
      if (!isRefusedVisitor(error)) throw error;
    }
    await this.refresh();
    return send(await this.#credentials());
  }

  /** Signs this browser out, even when the network fails; the other tabs notice it at once. */
  async signOut(): Promise<void> {
    this.close();
    if (this.#shownId !== undefined) rememberSignOut(this.#shownId);
    removeMarker();
    const known = this.#cache.peek();
    const credentials = known && this.#credentialsIn(known);
    // By the cookie that was just set, any request ends the session, also one without a token.
    const request: Promise<unknown> = credentials ? deleteSession(credentials) : fetchSession();
    await Promise.race([request.catch(() => undefined), wait(signOutWaitMs)]);
    this.#end("here");
  }

  /**
   * Ends the session in this browser only, for callers after whose request the host has already
   * ended it: the account is deleted, or all its sessions are over.
   */
  endHere(): void {
    this.#end("here");
  }

  /** Refreshes the session, one request at a time; rejects when that fails. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAlone().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Returns whether this page still shows a member who has signed out in this browser. */
  #isSignedOut(): boolean {
    return this.#memberId !== undefined && isSignOutRemembered(this.#memberId);
  }

  /** Refreshes the session if it expires soon; a failure is repeated at the next tick. */
  async #tick(): Promise<void> {
    const marker = readMarker();
    if (this.#memberId === undefined || !marker || !isDue(marker.expires_at, now())) return;
    // Tried again at the next tick; the page stays as it is.
    await this.refresh().catch(() => undefined);
  }

  /** Refreshes the session unless another tab has just done so; only one tab does it at a time. */
  async #refreshAlone(): Promise<void> {
    const before = readMarker()?.expires_at;
    const attempt = async () => {
      const marker = readMarker();
      const isDone = marker && marker.expires_at !== before && !isDue(marker.expires_at, now());
      if (!isDone) await this.#refreshNow();
    };
    await (navigator.locks ? navigator.locks.request("session", attempt) : attempt());
  }

  /** Refreshes the session, with retries; ends it here if the host says that it is over. */
  async #refreshNow(): Promise<void> {
    const ask = async () => refreshSession(await this.#credentials());
    const patience = { isRetryable: isTemporary, now, wait };
    const view = await retryUntilTick(ask, patience).catch((error: unknown) => {
      if (isOver(error)) this.#end("elsewhere");
      if (isOfAnother(error)) void this.fetchView();
      throw error;
    });
    this.#cache.put(view);
    this.#apply(view, "TOKEN_REFRESHED");
  }

  /** Returns the credentials of a change; throws a Refusal without a session. */
  async #credentials(): Promise<Credentials> {
    const known = this.#cache.peek() ?? (await this.fetchView());
    if (known === null)
      throw new Refusal(navigator.onLine ? "app.sessionFailed" : "app.networkError", 0);
    const credentials = this.#credentialsIn(known);
    if (credentials === null) throw new Refusal("login.required", 401);
    return credentials;
  }

  /** Returns the token of the session and the member whose page this is; null for a visitor. */
  #credentialsIn({ csrf, member }: SessionView): Credentials | null {
    return csrf && member ? { csrf, memberId: this.#shownId ?? member.id } : null;
  }

  /**
   * Carries out what an event of the session requires: fetch the member, switch the language, or
   * sign out.
   */
  async #react(event: SessionEvent, isFromOtherTab: boolean): Promise<void> {
    const { fetchesMember, switchesLanguage, signsOut } = reactionTo(event, { isFromOtherTab });
    if (signsOut) {
      this.#end("elsewhere");
      return;
    }
    const before = this.#memberId;
    if (fetchesMember) await this.fetchView();
    // Only a new sign-in switches the language.
    if (!switchesLanguage || this.#memberId === undefined || this.#memberId === before) return;
    const profile = await fetchProfile(wait).catch(() => null);
    if (profile) this.#observer.onLanguage(profile.language);
  }

  /**
   * Applies the host's answer: writes the marker, and informs the page of the member, of a sign-out
   * or of another member.
   */
  #apply({ member, expires_at }: SessionView, event?: SessionEvent): void {
    if (member === null || expires_at === null) {
      if (this.#memberId !== undefined) this.#end("elsewhere");
      else {
        removeMarker();
        this.#observer.onMember(null);
      }
      return;
    }
    const isAnother = this.#shownId !== undefined && this.#shownId !== member.id;
    this.#memberId = member.id;
    const marker = readMarker();
    const isKnown = marker?.member_id === member.id && marker.expires_at === expires_at;
    if (event !== undefined || !isKnown)
      writeMarker({
        member_id: member.id,
        expires_at,
        event: event ?? (marker?.member_id === member.id ? marker.event : "SIGNED_IN"),
        changed_at: now(),
      });
    if (isAnother) {
      this.#observer.onSignedOut("for another");
      return;
    }
    this.#shownId = member.id;
    this.#observer.onMember(member);
  }

  /** Ends the session in this tab and informs the page. */
  #end(where: "here" | "elsewhere"): void {
    this.#cache.clear();
    this.#memberId = undefined;
    removeMarker();
    this.close();
    // The page stops showing the member even when it is left late, or not at all.
    this.#observer.onMember(null);
    this.#observer.onSignedOut(where);
  }
}
