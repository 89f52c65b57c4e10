/** The box in which a cultivar is looked for by its name: nothing is corrected, proposed or made a capital in it. */
import type { ComponentProps } from "react";
import { searchCharacters } from "../../contracts/limits.ts";

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
