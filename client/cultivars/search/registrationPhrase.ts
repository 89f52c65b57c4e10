/** Phrases in which the site states a registration, as readers paste them into the search. */
import { fold } from "./fold.ts";

/**
 * Matches a phrase in normal form and takes the number with its register out of it: "Named Norin No.
 * 40 in ...", "Plant variety register no. 2881, granted ...", 茶農林40号として命名 and
 * 種苗法による品種登録 第2881号. Escaped for the reason that fold.ts gives.
 */
const phrases =
  /^(?:named(norinno\d+)|plantvariety(registerno\d+)|(\u8336\u8fb2\u6797\d+\u53f7)\u3068\u3057\u3066\u547d\u540d|\u7a2e\u82d7\u6cd5\u306b\u3088\u308b(\u54c1\u7a2e\u767b\u9332\u7b2c\d+\u53f7))/;

/**
 * Matches a number after the law of the register: 種苗法2881, 種苗法登録第2881号 or 種苗登録2881.
 */
const byLaw = /^\u7a2e\u82d7(?:\u6cd5)?(?:\u767b\u9332)?\u7b2c?(\d+)\u53f7?$/;

/**
 * Matches a number of either register: "#2881", "registration number 2881", "registration no. 2881".
 * Normal forms have chi for ti, and n for m before b.
 */
const unnamed = /^(?:#|registrachion(?:nunber|no)?)(\d+)$/;

/** Matches the line of a card, with the year last: 茶農林40号（1990年） or "Norin No. 40, 1990". */
const cardLine = /^(?:(\u8336\u8fb2\u6797\d+\u53f7)\d{4}\u5e74|(norinno\d+),\d{4})$/;

/** Matches "No. 6" as typed: its normal form is also that of "Nou 6", the name of a parental line. */
const numberAlone = /^\s*no[.\s]*(\d+)\s*$/i;

/** Returns the number of a phrase, with its register if that is named; other searches in normal form. */
export function withoutPhrase(search: string): string {
  const alone = numberAlone.exec(search.normalize("NFKC"))?.[1];
  if (alone) return alone;
  const folded = fold(search);
  const lawful = byLaw.exec(folded)?.[1];
  if (lawful) return `pvp${lawful}`;
  const found = [phrases, unnamed, cardLine].flatMap((one) => one.exec(folded)?.slice(1) ?? []);
  return found.find(Boolean) ?? folded;
}
