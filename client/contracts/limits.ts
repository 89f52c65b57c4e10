/** Every number that the two halves of the product agree on. */
import limits from "../../shared/limits.json" with { type: "json" };

export const { cultivarPageSize, searchCharacters, replyBusinessDays } = limits;
