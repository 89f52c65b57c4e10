/** Phrases in which the site states a registration, as readers paste them into the search. */

/**
 * Matches a phrase in normal form and takes the number with its register out of it: "Named Norin No.
 * 40 in ...", "Plant variety register no. 2881, granted ...", 茶農林40号として命名 and
 * 種苗法による品種登録 第2881号. Escaped for the reason that fold.ts gives.
 */
const phrases =
  /^(?:named(norinno\d+)|plantvariety(registerno\d+)|(\u8336\u8fb2\u6797\d+\u53f7)\u3068\u3057\u3066\u547d\u540d|\u7a2e\u82d7\u6cd5\u306b\u3088\u308b(\u54c1\u7a2e\u767b\u9332\u7b2c\d+\u53f7))/;

/** Returns the number with its register of a phrase in normal form; other texts as they are. */
export function withoutPhrase(folded: string): string {
  return phrases.exec(folded)?.slice(1).find(Boolean) ?? folded;
}
