/** The preview of a post: 300 characters, and no more lines than a card holds. */
import { postContentCharacters } from "../../contracts/limits.generated.ts";

const linesMost = 12;

export interface Preview {
  readonly text: string;
  readonly isCut: boolean;
}

export function previewOf(content: string): Preview {
  const characters = [...content];
  const short = characters.slice(0, postContentCharacters).join("");
  const lines = short.split("\n");
  const text = lines.slice(0, linesMost).join("\n");
  const isCut = characters.length > postContentCharacters || lines.length > linesMost;
  return isCut ? { text: `${text.trimEnd()}…`, isCut } : { text: content, isCut };
}
