/** Pedigree, parents and offspring of a cultivar. */
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { CultivarPedigree } from "./CultivarPedigree.tsx";
import { LineageEntries } from "./LineageEntries.tsx";
import type { CultivarView } from "../contracts/cultivar.ts";
import "./CultivarFamily.css";

interface CultivarProps {
  readonly cultivar: CultivarView;
}

/** A selection from another cultivar is a bud sport of it; other selections are from native or introduced stock. */
function roleKey({ id, role }: Pick<CultivarView["parents"][number], "id" | "role">) {
  if (role === "selection" && id) return "budSport";
  return role ?? "none";
}

function Parents({ cultivar: { parents } }: CultivarProps) {
  const { t } = usePage();
  if (parents.length === 0) return <p className="quiet">{t("cultivar.parentsUnknown")}</p>;
  const isOpen = parents.length === 1 && parents[0]?.role === "seed";
  return (
    <>
      <dl className="cultivar-parents">
        {parents.map(({ id, name, role }) => (
          <div key={name}>
            <dt>{t(`cultivar.role.${roleKey({ id, role })}`)}</dt>
            <dd>
              {id ? (
                <PageLink to="cultivar" params={{ id }}>
                  {name}
                </PageLink>
              ) : (
                name
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isOpen && <p className="cultivar-note">{t("cultivar.openPollinated")}</p>}
    </>
  );
}

function Children({ cultivar: { children } }: CultivarProps) {
  const { t } = usePage();
  if (children.length === 0) return <p className="quiet">{t("cultivar.childrenNone")}</p>;
  return (
    <ul className="cultivar-children">
      {children.map(({ id, name }) => (
        <li key={id}>
          <PageLink to="cultivar" params={{ id }}>
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** The widest pedigree beside the facts, in px; wider ones use the full width below. */
const besideMost = 340;

export function isWide({ ancestors }: CultivarView): boolean {
  return ancestors !== null && ancestors.width > besideMost;
}

function Pedigree({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  if (cultivar.ancestors === null) return null;
  const name = language === "ja" ? cultivar.nameJa : cultivar.nameEn;
  const label = t("cultivar.pedigree", { name });
  return <CultivarPedigree diagram={cultivar.ancestors} cultivar={cultivar} label={label} />;
}

export function WidePedigree({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const name = language === "ja" ? cultivar.nameJa : cultivar.nameEn;
  return (
    <section className="cultivar-section">
      <h2>{t("cultivar.pedigree", { name })}</h2>
      <Pedigree cultivar={cultivar} />
    </section>
  );
}

export function CultivarFamily({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const name = language === "ja" ? cultivar.nameJa : cultivar.nameEn;
  return (
    <aside className="cultivar-family" aria-label={t("cultivar.pedigree", { name })}>
      {!isWide(cultivar) && <Pedigree cultivar={cultivar} />}
      <h2 className="cultivar-subhead">{t("cultivar.parents")}</h2>
      <Parents cultivar={cultivar} />
      <h2 className="cultivar-subhead">
        {t("cultivar.children")}
        {cultivar.children.length > 0 && (
          <small>{t("cultivar.childrenCount", { count: cultivar.children.length })}</small>
        )}
      </h2>
      <Children cultivar={cultivar} />
      <LineageEntries cultivar={cultivar} />
    </aside>
  );
}
