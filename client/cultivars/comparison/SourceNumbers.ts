/** One numbering of the sources of several records, in order of appearance. */
import type { ClaimView, SourceLink } from "../../contracts/cultivar.ts";

export class SourceNumbers {
  readonly #places = new Map<string, number>();
  readonly #sources: SourceLink[] = [];

  get sources(): readonly SourceLink[] {
    return this.#sources;
  }

  /** Returns the claim with positions in this numbering instead of those in `sources`. */
  numbered(claim: ClaimView, sources: readonly SourceLink[]): ClaimView {
    const places = claim.sources.flatMap((place) => {
      const source = sources[place];
      return source ? [this.#placeOf(source)] : [];
    });
    return { ...claim, sources: places.sort((a, b) => a - b) };
  }

  /** Records name pages of their own at the same source: these are different sources. */
  #placeOf(source: SourceLink): number {
    const key = `${source.url} ${source.title}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.#sources.length);
    return this.#sources.push(source) - 1;
  }
}
