/** Members of a lineage in the order of their years, with their parents: the list form of the diagram. */
import { anchorOf } from "../../cultivars/pedigree/anchors.ts";
import type { LineageMember, LineagePageData, LineageParent } from "../../contracts/lineage.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";

/** Renders a parent with the evidence for it, if that is doubtful or a list. */
function Parent({ id, name, evidence }: LineageParent) {
  const { t } = usePage();
  return (
    <>
      {id ? (
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>
      ) : (
        name
      )}
      {evidence && evidence !== "dna" && <small> {t(`cultivar.diagram.${evidence}`)}</small>}
    </>
  );
}

/** Renders the parents of a member. */
function Parents({ parents }: LineageMember) {
  const { t } = usePage();
  if (parents.length === 0) return <span className="quiet">{t("lineage.members.noParents")}</span>;
  return (
    <ul>
      {parents.map((parent) => (
        <li key={parent.name}>
          <Parent {...parent} />
        </li>
      ))}
    </ul>
  );
}

/** Renders a member with year, kind and parents. */
function Row({ member }: { readonly member: LineageMember }) {
  const { language, t } = usePage();
  const { id, name, second, year, kind, isFounder } = member;
  const other = language === "ja" ? "en" : "ja";
  return (
    <tr>
      <td>{year || <small>{t("lineage.members.undated")}</small>}</td>
      <th scope="row">
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>
        {second && <small lang={other}>{second}</small>}
        {kind !== "cultivar" && <small>{t(`lineage.kind.${kind}`)}</small>}
        {isFounder && <small>{t("lineage.founder")}</small>}
        <a className="lineage-locate" href={`#${anchorOf(id)}`}>
          <span className="visually-hidden">{t("lineage.members.inPicture", { name })}</span>
        </a>
      </th>
      <td>
        <Parents {...member} />
      </td>
    </tr>
  );
}

/** Renders the members of a lineage as a table, with year and parents. */
export function MemberTable({ lineage: { members } }: { readonly lineage: LineagePageData }) {
  const { t } = usePage();
  return (
    <section aria-labelledby="members">
      <h2 id="members">{t("lineage.members.heading")}</h2>
      <p className="quiet">{t("lineage.members.note")}</p>
      <table className="lineage-members">
        <thead>
          <tr>
            <th scope="col">{t("lineage.members.year")}</th>
            <th scope="col">{t("lineage.members.name")}</th>
            <th scope="col">{t("lineage.members.parents")}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <Row key={member.id} member={member} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
