/** Connects the session to the page: its viewer, its language, and what happens on signing out. */
import { type Language, languages } from "../contracts/language.ts";
import { localeFiles } from "../contracts/locales.generated.ts";
import { storeChoice } from "../language/detect.ts";
import { inLanguage, languageOf } from "../language/paths.ts";
import type { PageStore } from "../page/PageStore.ts";
import type { Viewer } from "../page/payload.ts";
import type { CurrentMember } from "../wire/types.generated.ts";
import { wait } from "../accounts/sessions/refresh.ts";
import { Session } from "../accounts/sessions/Session.ts";
import { notifyNext } from "../ui/notify.ts";
import { Refusal } from "../wire/refusal.ts";
import type { Credentials } from "../wire/request.ts";
import { FocusKeeper } from "./FocusKeeper.ts";

export interface SessionHost {
  readonly store: PageStore;
  /** The viewer of the payload. */
  readonly viewer: Viewer | null;
  readonly setViewer: (viewer: Viewer | null) => void;
  /** Shows or hides the mark of unread notifications. */
  readonly setUnread: (hasUnread: boolean) => void;
  readonly replace: (path: string) => void;
}

/** Returns path, query and fragment of the present address. */
const currentAddress = () => location.pathname + location.search + location.hash;

/**
 * Loads the page again, in this language if it is given: a full load clears every cache, and the
 * host decides what the reader may see. `location.replace` with a fragment loads nothing where the
 * page is the same.
 */
function loadAgain(language: Language | undefined): void {
  const address = currentAddress();
  const target = language ? inLanguage(address, language) : address;
  if (target === address) location.reload();
  else location.replace(target);
}

/**
 * Keeps the mark of unread notifications up to date; if its code does not load, each page brings
 * its own state.
 */
async function watchUnread({ store, setUnread }: SessionHost): Promise<void> {
  const { watchNotifications } = await import("../community/notifications/watchNotifications.ts");
  watchNotifications(store, setUnread);
}

/**
 * Shows on the next page which drafts of this one are kept: a form with unsaved input has the
 * message in `data-kept`. `close` labels the button that closes a message.
 */
function announceDrafts(close: string): void {
  for (const form of document.querySelectorAll<HTMLElement>("form[data-kept]"))
    notifyNext({ text: form.dataset.kept ?? "", kind: "alert", close });
}

/**
 * Returns the member with the counts that the page has: an action here has corrected them, and the
 * host may have counted before it.
 */
function withStoredCounts(store: PageStore, member: CurrentMember): CurrentMember {
  const found = languages.map((language) => store.peek("me", { language, params: {} }));
  const stored = found.find((one) => one?.id === member.id);
  if (!stored) return member;
  const { posts_count, liked_count } = stored;
  return { ...member, posts_count, liked_count };
}

/** The refusal of a change after the session has ended. */
const ended = { code: "login.required", status: 401 };

/** How long a refusal waits for its text; after that a general one is shown. */
const textWaitMs = 1000;

/**
 * Loads the locale file with the text of a refusal; the first word of the code is the file's name.
 * A failure is ignored: a general text is shown then.
 */
async function loadText(store: PageStore, code: string): Promise<void> {
  const file = localeFiles.find((one) => one.split("/").at(-1) === code.split(".")[0]);
  if (file) await store.addMessages(languageOf(location.pathname), file).catch(() => undefined);
}

/** Session whose changes are refused with texts that are loaded, whatever page sends them. */
class PageSession extends Session {
  readonly #store: PageStore;

  constructor(store: PageStore, ...given: ConstructorParameters<typeof Session>) {
    super(...given);
    this.#store = store;
    void loadText(store, ended.code);
  }

  override async change<Answer>(
    send: (credentials: Credentials) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await super.change(send);
    } catch (error) {
      // An ended session leaves the page at once: a message that waits for its text would be lost.
      if (error instanceof Refusal && error.status !== ended.status)
        await Promise.race([loadText(this.#store, error.code), wait(textWaitMs)]);
      throw error;
    }
  }
}

/**
 * Starts the session of this tab. A sign-out here leads to the Japanese home page; one in another
 * tab or an expiry loads the page again in Japanese; another member's sign-in loads it again.
 */
export function openSession(host: SessionHost): Session {
  const { store, viewer, setViewer, replace } = host;
  if (viewer) watchUnread(host).catch(() => undefined);
  // Only members use forms that can lose the focused element.
  store.singleton(FocusKeeper);
  const session = new PageSession(
    store,
    {
      onMember: (member) => {
        store.setCurrentMember(member && withStoredCounts(store, member));
        setViewer(member);
      },
      onLanguage: (language) => replace(inLanguage(currentAddress(), language)),
      onSignedOut: (where) => {
        if (where !== "for another") storeChoice("ja");
        if (where === "here") {
          // Not "/": Chromium may send its request before the cookie of the choice is stored.
          location.replace(inLanguage("/", "ja"));
          return;
        }
        announceDrafts(store.translate(viewer?.language ?? "ja")("app.close"));
        loadAgain(where === "elsewhere" ? "ja" : undefined);
      },
    },
    viewer?.id,
  );
  return session.start();
}
