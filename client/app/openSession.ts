/** Connects the session to the page: its viewer, its language, and what happens on signing out. */
import { storeChoice } from "../language/detect.ts";
import { inLanguage } from "../language/paths.ts";
import type { PageStore } from "../page/PageStore.ts";
import type { Viewer } from "../page/payload.ts";
import { Session } from "../accounts/sessions/Session.ts";
import { FocusKeeper } from "./FocusKeeper.ts";

export interface SessionHost {
  readonly store: PageStore;
  /** The viewer of the payload. */
  readonly viewer: Viewer | null;
  readonly setViewer: (viewer: Viewer | null) => void;
  readonly replace: (path: string) => void;
}

const currentAddress = () => location.pathname + location.search + location.hash;

export function openSession({ store, viewer, setViewer, replace }: SessionHost): Session {
  // Only members use forms that can lose the focused element.
  store.singleton(FocusKeeper);
  const session = new Session(
    {
      onMember: (member) => {
        store.setCurrentMember(member);
        setViewer(member);
      },
      onLanguage: (language) => replace(inLanguage(currentAddress(), language)),
      // A full load clears every cache, and the host decides what a visitor may see.
      onSignedOut: (where) => {
        if (where === "for another") {
          location.reload();
          return;
        }
        storeChoice("ja");
        location.replace(where === "here" ? "/" : inLanguage(currentAddress(), "ja"));
      },
    },
    viewer?.id,
  );
  return session.start();
}
