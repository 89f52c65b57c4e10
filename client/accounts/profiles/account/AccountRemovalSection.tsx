/** Removal of the account: what is deleted, what may stay, and the name typed as confirmation. */
import { type FormEvent, useState } from "react";
import { usePage } from "../../../page/PageContext.ts";
import { useLastAlert, useNotify } from "../../../page/useNotify.ts";
import { useSession } from "../../sessions/useSession.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import type { AccountRemoval, CurrentMember } from "../../../wire/types.generated.ts";
import { deleteAccount } from "../actions.ts";
import { removeDrafts } from "./removeDrafts.ts";
import "./AccountRemovalSection.css";

const choices = ["remove", "keep"] as const;

/**
 * Returns whether the account is being deleted, and a function that deletes it, the member's drafts
 * in this browser, and the session in every tab.
 */
function useRemoval(member: CurrentMember) {
  const { site, t } = usePage();
  const { reason, informNext } = useNotify();
  const report = useLastAlert();
  const open = useSession();
  const [isRemoving, setRemoving] = useState(false);
  /** Deletes the account and ends the session; reports a failure. */
  const remove = async (removal: AccountRemoval) => {
    setRemoving(true);
    report();
    try {
      const session = await open();
      await deleteAccount(session, removal);
      removeDrafts(member.id);
      informNext(t("account.removal.done", { site: site.name }));
      session.endHere();
    } catch (error) {
      report(t("account.removal.failed", { reason: reason(error) }));
      setRemoving(false);
    }
  };
  return { isRemoving, remove };
}

interface PostsChoiceProps {
  readonly posts: AccountRemoval["posts"];
  readonly onChange: (posts: AccountRemoval["posts"]) => void;
}

/** Renders the choice of what happens to the member's posts. */
function PostsChoice({ posts, onChange }: PostsChoiceProps) {
  const { t } = usePage();
  return (
    <fieldset className="removal-choice">
      <legend>{t("account.removal.posts")}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="posts"
            checked={posts === choice}
            onChange={() => onChange(choice)}
          />
          {t(`account.removal.choice.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}

interface RemovalDialogProps {
  readonly member: CurrentMember;
  readonly onClose: () => void;
}

/** Renders the dialog that deletes the account after the name was typed. */
function RemovalDialog({ member, onClose }: RemovalDialogProps) {
  const { t } = usePage();
  const { isRemoving, remove } = useRemoval(member);
  const name = member.display_name;
  const [posts, setPosts] = useState<AccountRemoval["posts"]>("remove");
  const [confirmation, setConfirmation] = useState("");
  const isConfirmed = confirmation.normalize("NFC").trim() === name.normalize("NFC").trim();
  /** Deletes the account if the typed name is right. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isRemoving) void remove({ confirmation: confirmation.trim(), posts });
  };
  return (
    <Dialog title={t("account.removal.title")} role="alertdialog" onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t("account.removal.warning")}</p>
        <PostsChoice posts={posts} onChange={setPosts} />
        <TextField
          label={t("account.removal.confirm", { name })}
          name="confirmation"
          value={confirmation}
          onChange={setConfirmation}
        />
        <p className="dialog-actions">
          <Button kind="quiet" onPress={onClose} disabled={isRemoving}>
            {t("account.removal.cancel")}
          </Button>
          <Button type="submit" kind="danger" disabled={!isConfirmed || isRemoving}>
            {t(isRemoving ? "account.removal.busy" : "account.removal.action")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/**
 * Renders the explanation of what a deletion of the account does, and the button that opens its
 * dialog.
 */
export function AccountRemovalSection({ member }: { readonly member: CurrentMember }) {
  const { t } = usePage();
  const [isOpen, open] = useState(false);
  return (
    <>
      <p>{t("account.removal.body")}</p>
      <p className="account-actions needs-scripts">
        <Button kind="danger" onPress={() => open(true)}>
          {t("account.removal.open")}
        </Button>
      </p>
      {isOpen && <RemovalDialog member={member} onClose={() => open(false)} />}
    </>
  );
}
