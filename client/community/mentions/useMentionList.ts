/** Loads the completion of mentions once a text has an `@`. */
import { type ComponentType, useState } from "react";
import type { MentionListProps } from "./MentionList.tsx";

/**
 * Returns the list component once it is loaded, and a function that receives each changed text and
 * loads it when there is an `@`.
 */
export function useMentionList() {
  const [List, setList] = useState<ComponentType<MentionListProps>>();
  // Without the code of the completion a name is typed in full.
  const watch = (text: string) => {
    if (!List && text.includes("@"))
      import("./MentionList.tsx").then(
        ({ MentionList }) => setList(() => MentionList),
        () => undefined,
      );
  };
  return [List, watch] as const;
}
