/** Actions of moderators that can be undone, each with a form that needs no script. */
import { momentText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { RecentAct } from "../../wire/types.generated.ts";
import { reasonName } from "./names.ts";
import { EditedNote, ThingQuote } from "./ThingQuote.tsx";
import { UndoForm } from "./UndoForm.tsx";

/** Renders a decision that can be undone: whom it concerns, its rule, and the form of the undo. */
function Act({ act }: { readonly act: RecentAct }) {
  const { language, t } = usePage();
  const { id, action, created_at, rule, note, thing, former_member, member_id, member_name } = act;
  return (
    <article className="case" aria-labelledby={`act-${id}`}>
      <h3 id={`act-${id}`}>
        {t(`moderation.acts.action.${action}`)} <small>{momentText(created_at, language)}</small>
      </h3>
      <p>
        {member_id && (
          <PageLink to="member" params={{ id: member_id }}>
            {member_name ?? member_id}
          </PageLink>
        )}
        {former_member && t("moderation.former", { name: former_member })}
        {rule && `\u00a0· ${reasonName(t, rule)}`}
      </p>
      <ThingQuote thing={thing} />
      <EditedNote thing={thing} message="moderation.edited.sinceDecision" since={created_at} />
      {note && <p dir="auto">{note}</p>}
      <UndoForm entry={id} describedBy={`act-${id}`} thing={thing} />
    </article>
  );
}

/** Renders the recent decisions of the reader that can be undone. */
export function RecentActs({ acts }: { readonly acts: readonly RecentAct[] }) {
  const { t } = usePage();
  return (
    <section className="queue-section" aria-labelledby="acts">
      <h2 id="acts">{t("moderation.acts.heading")}</h2>
      <p className="quiet">{t("moderation.acts.lead", { count: acts.length })}</p>
      <div className="cases">
        {acts.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </div>
    </section>
  );
}
