/** Content that renders the same on every page; the worker caches its HTML by component, properties and language. */
import type { ReactElement } from "react";
import type { Language } from "../contracts/language.ts";
import { usePage } from "./PageContext.ts";

export type FragmentElement = ReactElement<Readonly<Record<string, unknown>>>;

/** Properties of the element around a fragment: its children, or their cached HTML. */
export type FragmentContent =
  | { readonly children: FragmentElement }
  | { readonly dangerouslySetInnerHTML: { readonly __html: string } };

export interface Fragments {
  readonly contentOf: (part: FragmentElement, language: Language) => FragmentContent;
}

/**
 * Returns the properties of an element around content that is the same on every page: the content,
 * or its cached HTML on the worker. The content's properties are data, or functions that rendering
 * does not call; it prints no head tags and no ids of React.
 */
export function useFragment(part: FragmentElement): FragmentContent {
  const { fragments, language } = usePage();
  return fragments ? fragments.contentOf(part, language) : { children: part };
}
