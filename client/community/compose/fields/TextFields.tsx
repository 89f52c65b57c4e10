/** Title and text of a post, the text with a counter. */
import { useRef } from "react";
import { postContentCharacters } from "../../../contracts/limits.generated.ts";
import { lengthOf } from "../../../language/length.ts";
import { usePage } from "../../../page/PageContext.ts";
import { type Counter, TextField } from "../../../ui/TextField.tsx";
import { useMentionList } from "../../mentions/useMentionList.ts";
import { contentProblem, textProblem, typedFields, type Draft } from "../draft.ts";
import { refusalOf, type RefusedText } from "../refusedText.ts";

const rows = 7;
/** Counts at which it is announced; announcing every letter would interrupt a screen reader. */
const thresholds = [10, 20, 50] as const;

/**
 * Returns the counter below the text: its number, and what screen readers announce near the limit.
 */
function useCounter(content: string): Counter {
  const { t } = usePage();
  const length = lengthOf(content);
  const left = postContentCharacters - length;
  const passed = thresholds.find((threshold) => left <= threshold);
  const near = passed === undefined ? "" : t("createPost.words.near", { count: passed });
  const full = left === 0 ? t("createPost.words.full") : near;
  return {
    text: `${length} / ${postContentCharacters}`,
    spoken: left < 0 ? t("createPost.words.over") : full,
    isOver: left < 0,
  };
}

/** Renders title and text with their problems and the number of characters. */
export function TextFields({ draft, refused, onChange }: FieldProps) {
  const { t } = usePage();
  const counter = useCounter(draft.content);
  const isTooLong = contentProblem(draft) === "contentTooLong";
  const most = postContentCharacters;
  const box = useRef<HTMLTextAreaElement>(null);
  const [Mentions, watchMentions] = useMentionList();
  /** Changes the text of the draft. */
  const write = (content: string) => onChange({ content });
  return (
    <div className="post-form-fields">
      <TextField
        label={t("createPost.words.title")}
        name="title"
        value={draft.title}
        onChange={(title) => onChange({ title })}
        hint={t("createPost.words.titleHint")}
        problem={
          textProblem(draft, "title")
            ? t("createPost.errors.textTooLong", { most: typedFields.title })
            : refusalOf(refused, "title", draft.title)
        }
      />
      <TextField
        label={t("createPost.words.content")}
        name="content"
        rows={rows}
        value={draft.content}
        onChange={(content) => {
          write(content);
          watchMentions(content);
        }}
        box={box}
        hint={t("createPost.words.contentHint", { most })}
        problem={
          isTooLong
            ? t("createPost.errors.contentTooLong", { most })
            : refusalOf(refused, "content", draft.content)
        }
        counter={counter}
      >
        {Mentions && <Mentions box={box} text={draft.content} onPick={write} />}
      </TextField>
    </div>
  );
}

export interface FieldProps {
  readonly draft: Draft;
  readonly refused: RefusedText | undefined;
  readonly onChange: (part: Partial<Draft>) => void;
}
