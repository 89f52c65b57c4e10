/** Invisible characters, which come with pasted text and which searches leave out. */

// Default ignorable code points (soft hyphen, joiners, directions, variation selectors, tags) and the controls of
// annotations; server/contracts/folded.py has the same.
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Returns a text without characters that show nothing; spaces and controls stay. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}
