/** Search field for names of cultivars, without autocorrection or capitalisation. */
import type { ComponentProps } from "react";
import { searchCharacters } from "../../contracts/limits.generated.ts";

/** Renders a search field for names, without automatic capitals and spelling. */
export function NameSearch(props: ComponentProps<"input">) {
  return (
    <input
      type="search"
      maxLength={searchCharacters}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
