/** The form of a profile. */
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { usePage } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { Button } from "../../../ui/Button.tsx";
import { type AvatarChange, AvatarField } from "./AvatarField.tsx";
import { bioProblem, isChanged, nameProblem } from "./draft.ts";
import { removeDraft } from "./draftStorage.ts";
import { FormSection } from "../../../ui/FormSection.tsx";
import { FavouriteCultivar } from "./FavouriteCultivar.tsx";
import { FavouriteTea } from "./FavouriteTea.tsx";
import { LanguageField } from "./LanguageField.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { useDraft } from "./useDraft.ts";
import { useSaveProfile } from "./useSaveProfile.ts";
import { useSignOut } from "./useSignOut.ts";
import { useUnsaved } from "../../../ui/useUnsaved.ts";
import { TextFields } from "./TextFields.tsx";
import "./EditForm.css";

/** Enter that confirms an IME conversion does not submit. */
function keepComposing(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.nativeEvent.isComposing) event.preventDefault();
}

export function EditForm({ member }: { readonly member: CurrentMember }) {
  const { t } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const { draft, isRestored, change, undo } = useDraft(member, form);
  const [avatar, setAvatar] = useState<AvatarChange>({ kind: "keep" });
  const release = useUnsaved(isChanged(draft, member) || avatar.kind !== "keep");
  const { state, progress, save } = useSaveProfile(() => {
    release();
    removeDraft(member);
  });
  const { signOut, isLeaving } = useSignOut(release);
  const isBusy = state !== "idle" || isLeaving;
  const isValid = nameProblem(draft) === undefined && bioProblem(draft) === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && isValid) void save(draft, avatar);
  };

  return (
    <form ref={form} className="edit-form" onSubmit={submit} onKeyDown={keepComposing} noValidate>
      <header className="page-title">
        <h1>{t("profileEdit.title")}</h1>
        <p>{t("profileEdit.lead")}</p>
      </header>
      <p className="without-scripts without-scripts-note">{t("profileEdit.needsScripts")}</p>
      <div role="status" className="form-notices">
        {isRestored && (
          <div>
            <p>{t("profileEdit.draft.restored")}</p>
            <button type="button" className="text-button" onClick={undo}>
              {t("profileEdit.draft.undo")}
            </button>
          </div>
        )}
      </div>
      <FormSection heading={t("profileEdit.avatar.heading")}>
        <AvatarField
          member={member}
          change={avatar}
          onChange={setAvatar}
          progress={state === "uploading" ? progress : undefined}
          disabled={isBusy}
        />
      </FormSection>
      <FormSection heading={t("profileEdit.words.heading")}>
        <TextFields draft={draft} onChange={change} disabled={isBusy} />
      </FormSection>
      <FormSection heading={t("profileEdit.language.heading")}>
        <LanguageField draft={draft} onChange={change} disabled={isBusy} />
      </FormSection>
      <FormSection heading={t("profileEdit.tea.heading")}>
        <FavouriteTea draft={draft} onChange={change} />
      </FormSection>
      <FormSection heading={t("profileEdit.cultivar.heading")}>
        <FavouriteCultivar draft={draft} onChange={change} />
      </FormSection>
      <SaveBar state={state} disabled={isBusy || !isValid} />
      <FormSection heading={t("profileEdit.leave.heading")}>
        <p className="edit-form-leave">
          <Button kind="quiet" onPress={signOut} disabled={isBusy}>
            {t("profileEdit.leave.signOut")}
          </Button>
          <PageLink to="account">{t("profileEdit.leave.account")}</PageLink>
        </p>
      </FormSection>
    </form>
  );
}
