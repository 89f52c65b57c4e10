/** Saves a profile: first the picture, then the rest; then loads the profile page. */
import { useState } from "react";
import type { Language } from "../../../contracts/language.ts";
import { pathFor } from "../../../language/paths.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import type { Session } from "../../sessions/Session.ts";
import { useSession } from "../../sessions/useSession.ts";
import { notifyNext } from "../../../ui/notify.ts";
import { Refusal } from "../../../wire/refusal.ts";
import { removeAvatar, saveProfile, uploadAvatar } from "../actions.ts";
import type { AvatarChange } from "./AvatarField.tsx";
import { changeOf, type Draft } from "./draft.ts";

export type SavingState = "idle" | "uploading" | "saving";

/** The message shown on the profile page is in that page's language. */
function useSavedMessage() {
  const { store, t } = usePage();
  return async (language: Language): Promise<void> => {
    const wordsAreThere = Promise.all([
      store.addMessages(language, "app"),
      store.addMessages(language, "profileEdit"),
    ]);
    // Falls back to this page's language.
    const say = await wordsAreThere.then(
      () => store.translate(language),
      () => t,
    );
    notifyNext({ text: say("profileEdit.saved"), kind: "status", close: say("app.close") });
  };
}

/** `release` removes the guard of unsaved changes. */
export function useSaveProfile(release: () => void) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const bidFarewell = useSavedMessage();
  const open = useSession();
  const [state, setState] = useState<SavingState>("idle");
  const [progress, setProgress] = useState(0);

  const storeAvatar = async (session: Session, avatar: AvatarChange): Promise<void> => {
    if (avatar.kind === "remove") await removeAvatar(session);
    if (avatar.kind !== "new") return;
    setState("uploading");
    setProgress(0);
    await uploadAvatar(session, avatar, setProgress);
  };
  const saveAvatar = (session: Session, avatar: AvatarChange): Promise<boolean> =>
    storeAvatar(session, avatar).then(
      () => true,
      (error: unknown) => {
        const isNobody = error instanceof Refusal && error.status === 401;
        const why = isNobody ? t("profileEdit.errors.notAuthenticated") : reason(error);
        alert(t("profileEdit.errors.avatarFailed", { reason: why }));
        return false;
      },
    );
  const save = async (draft: Draft, avatar: AvatarChange): Promise<void> => {
    setState("saving");
    try {
      const session = await open();
      if (!(await saveAvatar(session, avatar))) {
        setState("idle");
        return;
      }
      setState("saving");
      await saveProfile(session, changeOf(draft));
      await session.publish("USER_UPDATED");
    } catch (error) {
      alert(t("profileEdit.errors.saveFailed", { reason: reason(error) }));
      setState("idle");
      return;
    }
    await bidFarewell(draft.language);
    release();
    location.assign(pathFor("profile", draft.language));
  };
  return { state, progress, save };
}
