/** Names in circulation for which there is too little evidence to make a record, in one language. */
export interface UnconfirmedName {
  readonly id: string;
  readonly name: string;
  /** The name in the other language, if it has one. */
  readonly other?: string;
  /** True when the Japanese spelling was not seen in a source. */
  readonly isSpellingUncertain: boolean;
  readonly known: string;
  readonly note?: string;
  /** Records that may be meant. */
  readonly records: readonly { readonly id: string; readonly name: string }[];
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}
