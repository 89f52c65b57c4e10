/** Completes the name of a mention: a list below the field, loaded once a text has an `@`. */
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { getJson } from "../../wire/request.ts";
import type { Author, NamedMembers } from "../../wire/types.generated.ts";
import "./MentionList.css";

export interface MentionListProps {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onPick: (text: string) => void;
}

/** Typing pauses this long before the host is asked. */
const pauseMs = 200;

/**
 * Returns the beginning of the name before the caret, and the position of its `@`; undefined
 * without mention there.
 */
export function mentionAt(text: string, caret: number) {
  const found = /(?:^|[^\p{L}\p{N}_@.])@([^@\n]{1,50})$/u.exec(text.slice(0, caret));
  const name = found?.[1] ?? "";
  return name.trim() === "" ? undefined : { name, start: caret - name.length - 1 };
}

/**
 * Returns the members whose name begins with `name`, after a pause in typing; an empty list for
 * undefined.
 */
function useMembers(name: string | undefined): readonly Author[] {
  const { store, language } = usePage();
  const [found, setFound] = useState<readonly Author[]>([]);
  useEffect(() => {
    let isCurrent = true;
    if (name === undefined) setFound([]);
    /** Requests the members and the messages of the list. */
    const load = async () => {
      const path = `/api/search/members?name=${encodeURIComponent(name ?? "")}`;
      const [{ members }] = await Promise.all([
        getJson<NamedMembers>(path, 0),
        store.addMessages(language, "members/mentions"),
      ]);
      if (isCurrent) setFound(members);
    };
    const timer = setTimeout(() => {
      if (name !== undefined) load().catch(() => undefined);
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, store, language]);
  return found;
}

/**
 * Renders the members that a typed `@` may mean, below the field `box`; arrow keys and Enter choose
 * one.
 */
export function MentionList({ box, text, onPick }: MentionListProps) {
  const { t } = usePage();
  const id = useId();
  const mention = mentionAt(text, box.current?.selectionStart ?? text.length);
  const [closedAt, setClosedAt] = useState<number>();
  const members = useMembers(mention?.name);
  const [active, setActive] = useState(0);
  const isOpen = mention !== undefined && members.length > 0 && closedAt !== mention.start;
  const chosen = Math.min(active, members.length - 1);
  /** Puts the member's name into the text and the caret behind it. */
  const pick = (member: Author | undefined) => {
    const field = box.current;
    if (!field || !mention || !member) return;
    const before = `${text.slice(0, mention.start)}@${member.display_name} `;
    onPick(before + text.slice(mention.start + 1 + mention.name.length));
    setClosedAt(mention.start);
    setActive(0);
    // After React has put the new text into the field, which moves the caret to its end.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(before.length, before.length);
    });
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = members.length;
    if (event.key === "ArrowDown") setActive((chosen + 1) % count);
    else if (event.key === "ArrowUp") setActive((chosen + count - 1) % count);
    else if (event.key === "Enter") pick(members[chosen]);
    else if (event.key === "Escape") setClosedAt(mention.start);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const field = box.current;
    const listen = (event: KeyboardEvent) => press(event);
    field?.addEventListener("keydown", listen);
    return () => field?.removeEventListener("keydown", listen);
  }, [box]);
  // The field belongs to the form; it names the list only while that is open.
  useLayoutEffect(() => {
    const field = box.current;
    if (!field || !isOpen) return;
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", id);
    field.setAttribute("aria-activedescendant", `${id}-${chosen}`);
    return () => {
      for (const name of ["autocomplete", "controls", "activedescendant"])
        field.removeAttribute(`aria-${name}`);
    };
  }, [box, id, isOpen, chosen]);
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && t("mentions.count", { count: members.length })}
      </p>
      {isOpen && (
        <div id={id} role="listbox" className="mention-list" aria-label={t("mentions.label")}>
          {members.map((member, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={member.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(member)}
            >
              <Avatar src={member.avatar_url} name={member.display_name} size="small" />
              <bdi>{member.display_name}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
