/** What the page does with the session's reports: who reads, in which language, and what is left on signing out. */
import { storeChoice } from "../language/detect.ts";
import { inLanguage } from "../language/paths.ts";
import type { PageStore } from "../page/PageStore.ts";
import type { Viewer } from "../page/payload.ts";
import { Session } from "../accounts/sessions/Session.ts";
import { FocusKeeper } from "./FocusKeeper.ts";

export interface Household {
  readonly store: PageStore;
  /** Whom the host drew the page for. */
  readonly viewer: Viewer | null;
  readonly meet: (viewer: Viewer | null) => void;
  readonly go: (path: string) => void;
}

const whereWeAre = () => location.pathname + location.search + location.hash;

export function openSession({ store, viewer, meet, go }: Household): Session {
  // Only members have forms, and what is taken away under their hands.
  store.only(FocusKeeper);
  const session = new Session(
    {
      onMember: (member) => {
        store.keepMe(member);
        meet(member);
      },
      onLanguage: (language) => go(inLanguage(whereWeAre(), language)),
      // A full load forgets everything at once, and the host decides what a visitor may see.
      onSignedOut: (where) => {
        if (where === "for another") {
          location.reload();
          return;
        }
        storeChoice("ja");
        location.replace(where === "here" ? "/" : inLanguage(whereWeAre(), "ja"));
      },
    },
    viewer?.id,
  );
  return session.start();
}
