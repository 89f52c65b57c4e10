/** Saves a profile, together with its new picture; then loads the profile page. */
import { useState } from "react";
import type { Language } from "../../../contracts/language.ts";
import { pathFor } from "../../../language/paths.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import { useSession } from "../../sessions/useSession.ts";
import { notifyNext } from "../../../ui/notify.ts";
import { Refusal } from "../../../wire/refusal.ts";
import { removeAvatar, saveProfile, saveWithAvatar } from "../actions.ts";
import type { AvatarChange } from "./AvatarField.tsx";
import { changeOf, type Draft } from "./draft.ts";

export type SavingState = "idle" | "uploading" | "saving";

/** Returns the function that shows the message on the profile page, in that page's language. */
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

/** The picture could not be stored or removed; `cause` says why. */
class AvatarFailure extends Error {}

/** Refusals of a name, a bio or a favourite are the profile's, although picture and profile go together. */
const ofProfile = /\.(displayName|bio|unknown)/;

/** Throws the error again, as a failure of the picture unless it concerns the profile. */
function asAvatarFailure(error: unknown): never {
  if (error instanceof Refusal && ofProfile.test(error.code)) throw error;
  throw new AvatarFailure("the picture was not changed", { cause: error });
}

/** Returns the function that saves the profile; `release` removes the guard of unsaved changes. */
export function useSaveProfile(release: () => void) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const bidFarewell = useSavedMessage();
  const open = useSession();
  const [state, setState] = useState<SavingState>("idle");
  const [progress, setProgress] = useState(0);

  const send = async (draft: Draft, avatar: AvatarChange): Promise<void> => {
    const session = await open();
    const change = changeOf(draft);
    if (avatar.kind === "new") {
      setState("uploading");
      setProgress(0);
      await saveWithAvatar(session, avatar, change, setProgress).catch(asAvatarFailure);
    } else {
      if (avatar.kind === "remove") await removeAvatar(session).catch(asAvatarFailure);
      await saveProfile(session, change);
    }
    await session.publish("USER_UPDATED");
  };
  const report = (error: unknown): void => {
    if (!(error instanceof AvatarFailure)) {
      alert(t("profileEdit.errors.saveFailed", { reason: reason(error) }));
      return;
    }
    const isNobody = error.cause instanceof Refusal && error.cause.status === 401;
    const why = isNobody ? t("profileEdit.errors.notAuthenticated") : reason(error.cause);
    alert(t("profileEdit.errors.avatarFailed", { reason: why }));
  };
  const save = async (draft: Draft, avatar: AvatarChange): Promise<void> => {
    setState("saving");
    try {
      await send(draft, avatar);
    } catch (error) {
      report(error);
      setState("idle");
      return;
    }
    await bidFarewell(draft.language);
    release();
    location.assign(pathFor("profile", draft.language));
  };
  return { state, progress, save };
}
