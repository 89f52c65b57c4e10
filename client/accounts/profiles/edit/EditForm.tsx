/** The form of a profile. */
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { pathFor } from "../../../language/paths.ts";
import { isPlainClick } from "../../../page/address.ts";
import { usePage } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { useNotify } from "../../../page/useNotify.ts";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { Button } from "../../../ui/Button.tsx";
import { type AvatarChange, AvatarField } from "./AvatarField.tsx";
import { callOnLeave } from "../callOnLeave.ts";
import { bioProblem, isChanged, nameProblem } from "./draft.ts";
import { removeDraft, useDraft } from "./useDraft.ts";
import { FormSection, FormBar, SubmitButton } from "../../../ui/FormSection.tsx";
import { FavouriteCultivar, favouriteSearchId } from "./FavouriteCultivar.tsx";
import { FavouriteTea } from "./FavouriteTea.tsx";
import { useSaveProfile, type SavingState } from "./useSaveProfile.ts";
import { useUnsaved } from "../../../ui/useUnsaved.ts";
import { TextFields, type FieldProps } from "./TextFields.tsx";
import { languages } from "../../../contracts/language.ts";
import { useSession } from "../../sessions/useSession.ts";
import "./EditForm.css";

/** Prevents the Enter that confirms an IME conversion from submitting the form. */
function keepComposing(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.nativeEvent.isComposing) event.preventDefault();
}

/**
 * Renders the form of the profile; unsaved changes, except of the picture, stay as a draft in this
 * tab.
 */
export function EditForm({ member }: { readonly member: CurrentMember }) {
  const { t } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const { draft, isRestored, change, undo } = useDraft(member, form);
  const [avatar, setAvatar] = useState<AvatarChange>({ kind: "keep" });
  const hasDraft = isChanged(draft, member);
  const hasAvatar = avatar.kind !== "keep";
  const kept = useLoginMessage(hasDraft, hasAvatar);
  const release = useUnsaved(hasDraft || hasAvatar);
  const { state, progress, save } = useSaveProfile(() => {
    release();
    removeDraft(member);
  });
  const { signOut, isLeaving } = useSignOut(release);
  const isBusy = state !== "idle" || isLeaving;
  const isValid = nameProblem(draft) === undefined && bioProblem(draft) === undefined;
  const [search, setSearch] = useState("");
  const stopAtSearch = useSearchMessage(search);
  /** Saves the profile, unless a field is invalid or a searched cultivar is not chosen yet. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isValid) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!stopAtSearch()) void save(draft, avatar);
  };

  return (
    <form
      ref={form}
      className="edit-form"
      // Going back restores the draft of the member, not what another member left in the fields.
      autoComplete="off"
      onSubmit={submit}
      onKeyDown={keepComposing}
      data-kept={kept}
      noValidate
    >
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
        <FavouriteCultivar draft={draft} onChange={change} search={search} onSearch={setSearch} />
      </FormSection>
      <SaveBar
        state={state}
        disabled={isBusy}
        onCancel={(event) => {
          // Without a draft the next page is shown in this document, and a later draft would be removed.
          if (hasDraft && isPlainClick(event)) callOnLeave(() => removeDraft(member));
        }}
      />
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

/**
 * Returns the message for the end of the session: unsaved changes are kept, except that of the
 * picture; undefined without changes.
 */
function useLoginMessage(hasDraft: boolean, hasAvatar: boolean): string | undefined {
  const { t } = usePage();
  const texts = [
    hasDraft && t("profileEdit.draft.keptForLogin"),
    hasAvatar && t("profileEdit.draft.avatarNotKept"),
  ];
  return texts.filter(Boolean).join("\n") || undefined;
}

/**
 * Returns a function that checks whether the search for a favourite cultivar has text, so that none
 * is chosen yet; it then alerts, focuses the search and returns true. A new search removes the alert.
 */
function useSearchMessage(search: string): () => boolean {
  const { t } = usePage();
  const { alert } = useNotify();
  const shown = useRef({ search: "", remove: () => {} });
  useEffect(() => {
    if (shown.current.search !== search) shown.current.remove();
  }, [search]);
  return () => {
    if (search.trim() === "") return false;
    shown.current.remove();
    const text = t("profileEdit.cultivar.notChosen", { search: search.trim() });
    shown.current = { search, remove: alert(text) };
    document.getElementById(favouriteSearchId)?.focus();
    return true;
  };
}

/** Renders the choice of the member's interface language. */
function LanguageField({ draft, onChange, disabled = false }: FieldProps) {
  const { t } = usePage();
  const id = useId();
  return (
    <div className="select-field">
      <label htmlFor={id} className="visually-hidden">
        {t("profileEdit.language.heading")}
      </label>
      <select
        id={id}
        name="language"
        value={draft.language}
        disabled={disabled}
        onChange={(event) => {
          const language = languages.find((spoken) => spoken === event.target.value);
          if (language) onChange({ language });
        }}
      >
        {languages.toReversed().map((spoken) => (
          <option key={spoken} value={spoken} lang={spoken}>
            {t(`app.language.${spoken}`)}
          </option>
        ))}
      </select>
      <p className="quiet">{t("profileEdit.language.hint")}</p>
    </div>
  );
}

interface SaveBarProps {
  readonly state: SavingState;
  readonly disabled: boolean;
  readonly onCancel: (event: MouseEvent) => void;
}

/**
 * Renders the bar with the buttons to save and to cancel, which stays visible while the form
 * scrolls.
 */
function SaveBar({ state, disabled, onCancel }: SaveBarProps) {
  const { language, t } = usePage();
  return (
    <FormBar>
      <a href={pathFor("profile", language)} className="button button-quiet" onClick={onCancel}>
        {t("profileEdit.cancel")}
      </a>
      <SubmitButton disabled={disabled}>{t(`profileEdit.save.${state}`)}</SubmitButton>
      <p className="visually-hidden" role="status">
        {state === "idle" ? "" : t(`profileEdit.save.${state}`)}
      </p>
    </FormBar>
  );
}

/**
 * Returns whether this browser is signing out, and a function that signs it out, which works without
 * the network too. `release` removes the warning of unsaved changes.
 */
function useSignOut(release: () => void = () => undefined) {
  const open = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const signOut = async () => {
    setLeaving(true);
    release();
    const session = await open();
    await session.signOut();
  };
  return { isLeaving, signOut: () => void signOut() };
}
