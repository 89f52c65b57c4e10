/** The inside of an element that is drawn alike wherever the same is shown: the worker draws it once and remembers. */
import type { ReactElement } from "react";
import type { Language } from "../contracts/language.ts";
import { usePage } from "./PageContext.ts";

export type Part = ReactElement<Readonly<Record<string, unknown>>>;

/** What stands inside an element: to be drawn, or drawn before. */
export type Inside =
  | { readonly children: Part }
  | { readonly dangerouslySetInnerHTML: { readonly __html: string } };

export interface Fragments {
  readonly find: (part: Part, language: Language) => Inside;
}

/** The part's properties are data, or functions that drawing does not call; it prints no head tags and no ids of React. */
export function useFragment(part: Part): Inside {
  const { fragments, language } = usePage();
  return fragments ? fragments.find(part, language) : { children: part };
}
