/** Pedigree, parents, children and lineages of a cultivar. */
import { Fragment } from "react";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { ListLink } from "./facts/ListLink.tsx";
import { ClaimMark } from "./claims/ClaimMark.tsx";
import { disputesOfParent } from "./claims/parentDisputes.ts";
import { CultivarPedigree } from "./CultivarPedigree.tsx";
import { LineageEntries } from "./LineageEntries.tsx";
import type { CultivarView } from "../contracts/cultivar.ts";
import "./CultivarFamily.css";

interface CultivarProps {
  readonly cultivar: CultivarView;
}

/**
 * Returns the last word of the message key for a parent's role: "seed", "pollen", "selection",
 * "none" for an unknown role, or "budSport" for the plant that a clone arose on.
 */
function roleKey({ isClone, role }: Pick<CultivarView["parents"][number], "isClone" | "role">) {
  return isClone ? "budSport" : (role ?? "none");
}

/**
 * Renders the evidence of a parent in words; each kind links to the list of cultivars with it,
 * unless `isListed` is false, because the list leaves out records that are no cultivars.
 */
function EvidenceLinks({
  isListed,
  known,
}: Pick<CultivarView["parents"][number], "known"> & { readonly isListed: boolean }) {
  const { language } = usePage();
  return known.map(({ text, kind }, place) => (
    <Fragment key={text}>
      {place > 0 && (language === "ja" ? "、" : "; ")}
      <ListLink isListed={isListed} filter="evidence" value={kind}>
        {text}
      </ListLink>
    </Fragment>
  ));
}

/** Renders the recorded ancestors of a parent that has no record itself, each with its evidence. */
function Ancestors({
  cultivar: { kind, sources },
  ancestors = [],
}: CultivarProps & Pick<CultivarView["parents"][number], "ancestors">) {
  const { t } = usePage();
  return ancestors.map(({ id, name, evidence, known }) => (
    <div key={id} className="cultivar-behind">
      {t("cultivar.behind")}{" "}
      <PageLink to="cultivar" params={{ id }}>
        {name}
      </PageLink>
      <ClaimMark claims={evidence} sources={sources} label={name} />
      <small>
        <EvidenceLinks isListed={kind === null} known={known} />
      </small>
    </div>
  ));
}

/**
 * Renders the parents with role, evidence and disagreements; a note says "open-pollinated" where
 * only a seed parent is known.
 */
function Parents({ cultivar }: CultivarProps) {
  const { t } = usePage();
  const { kind, parents, disputes, sources } = cultivar;
  if (parents.length === 0) return <p className="quiet">{t("cultivar.parentsUnknown")}</p>;
  const isOpen = parents.length === 1 && parents[0]?.role === "seed";
  return (
    <>
      <dl className="cultivar-parents">
        {parents.map(({ id, isClone, name, role, evidence, known, ...parent }) => (
          <div key={name}>
            <dt>{t(`cultivar.role.${roleKey({ isClone, role })}`)}</dt>
            <dd>
              {id ? (
                <PageLink to="cultivar" params={{ id }}>
                  {name}
                </PageLink>
              ) : (
                name
              )}
              <ClaimMark
                claims={evidence}
                sources={sources}
                label={name}
                values={disputesOfParent(disputes.parents, role)}
              />
              <small>
                <EvidenceLinks isListed={kind === null} known={known} />
              </small>
              <Ancestors cultivar={cultivar} {...parent} />
            </dd>
          </div>
        ))}
      </dl>
      {isOpen && <p className="cultivar-note">{t("cultivar.openPollinated")}</p>}
      {disputes.parents && (
        <p className="cultivar-disagree">
          <a href="#conflicts">≠ {t("cultivar.claim.disagree")}</a>
        </p>
      )}
    </>
  );
}

/** Renders links to the pages of child records. */
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

/** Renders the children as one list, or by decades of registration if there are more than 12. */
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

/**
 * Renders the pedigree diagram of a record; nothing without ancestors. One wider than 340 px is
 * marked, so that the style sheet gives it a wider column.
 */
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

/** Renders parents, children and lineages beside the record, with links to kinship and pedigree. */
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
      <p className="cultivar-relate">
        <PageLink to="relations" suffix={`?a=${cultivar.id}`} rel="nofollow">
          {t("cultivar.relate")}
        </PageLink>
        <PageLink to="pedigree" suffix={`?about=${cultivar.id}`} rel="nofollow">
          {t("cultivar.wholePedigree")}
        </PageLink>
      </p>
      <LineageEntries cultivar={cultivar} />
    </aside>
  );
}
