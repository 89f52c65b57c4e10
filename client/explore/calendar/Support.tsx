/** The remarks and sources of observations. */
import type { ReactNode } from "react";
import type { Season } from "../../contracts/overview/calendar.ts";
import { Note } from "../../cultivars/catalogue/evidence/Note.tsx";
import { usePage } from "../../page/PageContext.ts";
import { MixedText } from "../../page/text/MixedText.tsx";

type Supported = Pick<Season, "name" | "remarks" | "notes">;

interface Owned<Value> {
  readonly value: Value;
  /** Names of the cultivars to which it belongs; empty if it belongs to all. */
  readonly names: readonly string[];
}

/** Returns each remark or note of the seasons once, with the cultivars to which it belongs. */
export function ownedBy<Value>(
  seasons: readonly Supported[],
  valuesOf: (season: Supported) => readonly Value[],
): readonly Owned<Value>[] {
  const owned = new Map<string, { readonly value: Value; readonly names: string[] }>();
  for (const season of seasons) {
    for (const value of valuesOf(season)) {
      const key = JSON.stringify(value);
      const entry = owned.get(key) ?? { value, names: [] };
      entry.names.push(season.name);
      owned.set(key, entry);
    }
  }
  return [...owned.values()].map(({ value, names }) => ({
    value,
    names: names.length === seasons.length ? [] : names,
  }));
}

interface ItemProps {
  readonly names: readonly string[];
  readonly children: ReactNode;
}

/** Renders a remark or a note after the names of its cultivars. */
function Item({ names, children }: ItemProps) {
  const { language } = usePage();
  const [comma, colon] = language === "ja" ? ["、", "："] : [", ", ": "];
  return (
    <li>
      {names.length > 0 && names.join(comma) + colon}
      {children}
    </li>
  );
}

/**
 * Renders the remarks on observations, then their sources, each once; those that do not belong to
 * all seasons name their cultivars.
 */
export function Support({ seasons }: { readonly seasons: readonly Supported[] }) {
  return (
    <ul>
      {ownedBy(seasons, ({ remarks }) => remarks).map(({ value, names }) => (
        <Item key={value} names={names}>
          <MixedText text={value} />
        </Item>
      ))}
      {ownedBy(seasons, ({ notes }) => notes).map(({ value, names }) => (
        <Item key={JSON.stringify(value)} names={names}>
          <Note note={value} />
        </Item>
      ))}
    </ul>
  );
}
