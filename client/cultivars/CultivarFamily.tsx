/** Pedigree, parents, children and lineages of a cultivar. */
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

function ChildLinks({ cultivars }: { readonly cultivars: CultivarView["children"] }) {
  return (
    <ul className="cultivar-children">
      {cultivars.map(({ id, name }) => (
        <li key={id}>
          <PageLink to="cultivar" params={{ id }}>
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** The longest list of children without decades. */
const plainMost = 12;

function Children({ cultivar: { children } }: CultivarProps) {
  const { t } = usePage();
  if (children.length === 0) return <p className="quiet">{t("cultivar.childrenNone")}</p>;
  if (children.length <= plainMost) return <ChildLinks cultivars={children} />;
  const undated = Number.POSITIVE_INFINITY;
  const decades = [...new Set(children.map(({ decade }) => decade))].sort(
    (a, b) => (a ?? undated) - (b ?? undated),
  );
  return (
    <dl className="cultivar-decades">
      {decades.map((decade) => (
        <div key={decade}>
          <dt>
            {decade === null
              ? t("cultivar.childrenUndated")
              : t("cultivar.childrenDecade", { decade })}
          </dt>
          <dd>
            <ChildLinks cultivars={children.filter((child) => child.decade === decade)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The widest pedigree of a narrow third column, in px. */
const narrowMost = 340;

/** A wide pedigree gets a wider column. */
export function Pedigree({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  if (cultivar.ancestors === null) return null;
  const name = language === "ja" ? cultivar.nameJa : cultivar.nameEn;
  const label = t("cultivar.pedigree", { name });
  return (
    <div className="cultivar-pedigree" data-wide={cultivar.ancestors.width > narrowMost}>
      <CultivarPedigree diagram={cultivar.ancestors} cultivar={cultivar} label={label} />
    </div>
  );
}

export function CultivarFamily({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const name = language === "ja" ? cultivar.nameJa : cultivar.nameEn;
  return (
    <aside className="cultivar-family" aria-label={t("cultivar.family", { name })}>
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
