/** Saves a profile, together with its new picture; then loads the profile page. */
import { useState } from "react";
import type { Language } from "../../../contracts/language.ts";
import { pathFor } from "../../../language/paths.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useLastAlert, useNotify } from "../../../page/useNotify.ts";
import { useSession } from "../../sessions/useSession.ts";
import { notifyNext } from "../../../ui/notify.ts";
import { Refusal } from "../../../wire/refusal.ts";
import { removeAvatar, saveProfile, saveWithAvatar } from "../actions.ts";
import type { AvatarChange } from "./AvatarField.tsx";
import { changeOf, type Draft } from "./draft.ts";

export type SavingState = "idle" | "uploading" | "saving";

/**
 * Returns a function that stores the message "saved" for the profile page, in the language of that
 * page.
 */
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

/** Failure to store or remove the picture; `cause` is the reason. */
class AvatarFailure extends Error {}

/** Refusals of a name, a bio or a favourite are the profile's, although picture and profile go together. */
const ofProfile = /\.(displayName|bio|unknown)/;

/**
 * Throws an error again: as a failure of the picture, unless it concerns the profile's own fields.
 */
function asAvatarFailure(error: unknown): never {
  if (error instanceof Refusal && ofProfile.test(error.code)) throw error;
  throw new AvatarFailure("the picture was not changed", { cause: error });
}

/**
 * Returns the state of saving, the uploaded share of the picture (0 to 1), and a function that
 * saves and then loads the profile page; `release` removes the warning of unsaved changes.
 */
export function useSaveProfile(release: () => void) {
  const { t } = usePage();
  const { reason } = useNotify();
  const alertLast = useLastAlert();
  const storeSavedMessage = useSavedMessage();
  const open = useSession();
  const [state, setState] = useState<SavingState>("idle");
  const [progress, setProgress] = useState(0);

  /** Sends profile and picture. */
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
  /** Reports a failure, of the picture or of the profile. */
  const report = (error: unknown): void => {
    if (!(error instanceof AvatarFailure)) {
      alertLast(t("profileEdit.errors.saveFailed", { reason: reason(error) }));
      return;
    }
    const isSignedOut = error.cause instanceof Refusal && error.cause.status === 401;
    const why = isSignedOut ? t("profileEdit.errors.notAuthenticated") : reason(error.cause);
    alertLast(t("profileEdit.errors.avatarFailed", { reason: why }));
  };
  /** Saves the profile and goes to the profile page; reports a failure. */
  const save = async (draft: Draft, avatar: AvatarChange): Promise<void> => {
    setState("saving");
    alertLast();
    try {
      await send(draft, avatar);
    } catch (error) {
      report(error);
      setState("idle");
      return;
    }
    await storeSavedMessage(draft.language);
    release();
    location.assign(pathFor("profile", draft.language));
  };
  return { state, progress, save };
}
