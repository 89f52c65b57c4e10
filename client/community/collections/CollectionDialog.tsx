/** Dialog that chooses the collections of a post, and creates one; loaded on a press. */
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { CollectionEntry } from "../../wire/types.generated.ts";
import { useActor } from "../useActor.ts";
import { choose, createCollection, loadChoices } from "./actions.ts";
import "./Collections.css";

export interface CollectionDialogProps {
  readonly post: number;
  /** `isSaved` is true if the post is in a collection and thus saved; false leaves that open. */
  readonly onClose: (isSaved: boolean) => void;
}

interface ChoicesProps {
  readonly entries: readonly CollectionEntry[];
}

/** Renders the member's collections as check boxes; those that have the post are checked. */
function Choices({ entries }: ChoicesProps) {
  const { t } = usePage();
  if (entries.length === 0) return <p className="quiet">{t("collections.none")}</p>;
  return (
    <fieldset className="collection-choice">
      <legend className="visually-hidden">{t("collections.heading")}</legend>
      {entries.map(({ id, name, has_post }) => (
        <label key={id}>
          <input type="checkbox" name="collection" value={id} defaultChecked={has_post} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns the typed name of a new collection, and the ids of the checked ones. */
function readForm(form: HTMLFormElement): { name: string; ids: readonly string[] } {
  const data = new FormData(form);
  const name = String(data.get("name") ?? "").trim();
  return { name, ids: data.getAll("collection").map(String) };
}

/**
 * Renders a dialog that chooses the collections of a post; after a refusal what was typed stays.
 */
export function CollectionDialog({ post, onClose }: CollectionDialogProps) {
  const { t } = usePage();
  const actor = useActor();
  const { inform, reason } = useNotify();
  const [entries, setEntries] = useState<readonly CollectionEntry[]>();
  const [problem, setProblem] = useState("");
  const [isSending, setSending] = useState(false);
  const newName = useRef<HTMLInputElement>(null);
  const load = useEffectEvent(() =>
    loadChoices(post).then(setEntries, (error: unknown) => setProblem(reason(error))),
  );
  useEffect(() => void load(), []);
  /**
   * Creates a collection and lists it at once, so that a second attempt does not create it again;
   * returns the ids of new collections with the post.
   */
  const create = async (name: string): Promise<readonly string[]> => {
    const known = new Set(entries?.map(({ id }) => id));
    const after = await createCollection(actor, post, name);
    setEntries(after);
    if (newName.current) newName.current.value = "";
    return after.filter(({ id, has_post }) => has_post && !known.has(id)).map(({ id }) => id);
  };
  /**
   * Stores the choice of collections, with a new one if a name was typed, and closes; reports a
   * failure.
   */
  const send = async (form: HTMLFormElement) => {
    const { name, ids } = readForm(form);
    setSending(true);
    setProblem("");
    try {
      const created = name ? await create(name) : [];
      const chosen = [...ids, ...created];
      await choose(actor, post, chosen);
      inform(t("collections.choose.saved"));
      onClose(chosen.length > 0);
    } catch (error) {
      setProblem(`${t("collections.choose.failed")} ${reason(error)}`);
      setSending(false);
    }
  };
  /** Sends the form, unless it is being sent. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) void send(event.currentTarget);
  };
  return (
    <Dialog title={t("collections.choose.title")} onClose={() => onClose(false)}>
      <form className="collection-form" onSubmit={submit}>
        <p className="quiet">{t("collections.choose.lead")}</p>
        {entries && <Choices entries={entries} />}
        <label htmlFor="collection-new">{t("collections.create.label")}</label>
        <input ref={newName} id="collection-new" name="name" autoComplete="off" />
        <p role="alert" className="collection-error">
          {problem}
        </p>
        <p className="dialog-actions">
          <Button kind="quiet" onPress={() => onClose(false)}>
            {t("collections.choose.cancel")}
          </Button>
          <Button type="submit" disabled={isSending || entries === undefined}>
            {t("collections.choose.action")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
