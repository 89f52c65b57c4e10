/** The administrators' page of roles: who has one, and forms that change it without scripts. */
import { reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { NoteInput } from "./NoteInput.tsx";
import { pathFor } from "../../language/paths.ts";
import { useQuery } from "../../page/address.ts";
import { RoleRequired } from "../../accounts/sessions/RoleRequired.tsx";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { useFormRefusal } from "../../page/useFormRefusal.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { RoleHolder } from "../../wire/types.generated.ts";
import { recentMinutes } from "./recent.ts";
import { signInAddress } from "./refusedForm.ts";
import "./ModerationPage.css";
import "./ReportPage.css";

const roles = ["moderator", "administrator", "none"] as const;
const errors = ["reason", "unknownMember", "lastAdministrator", "signInAgain"] as const;
/** Codes of a reason that is too long, or has forbidden characters; one message names both. */
const ofReason = ["report.errors.note", "report.errors.noteCharacters"];

/**
 * Renders whether the last change was carried out. An old session needs a new sign-in, which leads
 * back to the filled form.
 */
function Outcome({ holders }: { readonly holders: readonly RoleHolder[] }) {
  const { language, t } = usePage();
  const query = useQuery();
  const code = query.get("error");
  const refusal = useFormRefusal(code);
  if (query.get("done") === "unchanged")
    return <p role="status">{t("moderation.roles.unchanged")}</p>;
  if (query.has("done")) return <p role="status">{t("moderation.roles.done")}</p>;
  if (code === null) return null;
  const isCode = (one: string) => code === `moderation.errors.${one}`;
  const key = ofReason.includes(code) ? "note" : (errors.find(isCode) ?? "failed");
  const holder = holders.find(({ id }) => id === query.get("subject"));
  const form = holder ? `holder-${holder.id}` : "give-role";
  const numbers = { minutes: recentMinutes, most: reportNoteCharacters };
  return (
    <div role="alert" className="report-error">
      <p>{refusal ?? t(`moderation.errors.${key}`, numbers)}</p>
      {key === "signInAgain" && (
        <p>
          <a href={signInAddress(pathFor("roles", language), query, form)}>
            {t("moderation.signIn")}
          </a>
        </p>
      )}
    </div>
  );
}

/**
 * Returns what was typed in the form that the host refused last, if it was this one; else empty
 * texts. Input about no holder is that of the form for a new one. The role is chosen again: anybody
 * can write a link with another one.
 */
function useTyped(holders: readonly RoleHolder[], holder?: RoleHolder) {
  const query = useQuery();
  const subject = query.get("subject");
  const isOwn = holders.find(({ id }) => id === subject)?.id === holder?.id;
  const typed = (name: string) => (isOwn ? (query.get(name) ?? "") : "");
  return { subject: typed("subject"), reason: typed("reason") };
}

interface RoleFormProps {
  readonly holders: readonly RoleHolder[];
  /** Undefined in the form for a new holder. */
  readonly holder?: RoleHolder;
}

/** Renders the form that changes a member's role; without a holder it also asks for the member. */
function RoleForm({ holders, holder }: RoleFormProps) {
  const { language, viewer, t } = usePage();
  const id = holder?.id ?? "";
  const typed = useTyped(holders, holder);
  const chosen = typed.subject ? "" : (holder?.role ?? "moderator");
  return (
    <form
      className="report-form case-form"
      method="post"
      action={`/api/moderation/roles/form?language=${language}`}
    >
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <input type="hidden" name="language" value={language} />
      {holder ? (
        <input type="hidden" name="subject" value={id} />
      ) : (
        <p>
          <label htmlFor="role-member">{t("moderation.roles.member")}</label>
          <input id="role-member" name="subject" defaultValue={typed.subject} required />
        </p>
      )}
      <p>
        <label htmlFor={`role-${id}`}>{t("moderation.roles.role")}</label>
        <select id={`role-${id}`} name="role" defaultValue={chosen} required>
          {chosen === "" && <option value="">–</option>}
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(`moderation.roles.${role}`)}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={`reason-${id}`}>{t("moderation.roles.reason")}</label>
        <NoteInput
          id={`reason-${id}`}
          name="reason"
          tooLong={t("moderation.errors.note", { most: reportNoteCharacters })}
          defaultValue={typed.reason}
          required
        />
      </p>
      <p>
        <button type="submit" className="button">
          {t("moderation.roles.submit")}
        </button>
      </p>
    </form>
  );
}

/** Renders a member with a role and the form that changes it. */
function Holder({ holders, holder }: Required<RoleFormProps>) {
  const { t } = usePage();
  const { id, display_name, role } = holder;
  const known = roles.find((one) => one === role);
  return (
    <article className="case" aria-labelledby={`holder-${id}`}>
      <h2 id={`holder-${id}`}>
        <PageLink to="member" params={{ id }}>
          {display_name}
        </PageLink>{" "}
        <small>{known ? t(`moderation.roles.${known}`) : role}</small>
      </h2>
      <RoleForm holders={holders} holder={holder} />
    </article>
  );
}

/** Renders the members with roles, and the form that gives one. */
function Roles({ holders }: { readonly holders: readonly RoleHolder[] }) {
  const { t } = usePage();
  return (
    <>
      <header className="page-title">
        <h1>{t("moderation.roles.title")}</h1>
        <p>{t("moderation.roles.lead")}</p>
      </header>
      <Outcome holders={holders} />
      <div className="cases">
        {holders.map((holder) => (
          <Holder key={holder.id} holders={holders} holder={holder} />
        ))}
        <section className="case" aria-labelledby="give-role">
          <h2 id="give-role">{t("moderation.roles.give")}</h2>
          <RoleForm holders={holders} />
        </section>
      </div>
    </>
  );
}

/** Renders the page of roles; 404 for readers who are no administrators. */
export default function RolesPage() {
  const { t } = usePage();
  const listed = usePageData("roles");
  if (listed === null) return <RoleRequired />;
  return (
    <>
      <PageHead title={t("moderation.roles.title")} description={t("moderation.roles.lead")} />
      <Roles holders={listed.holders} />
    </>
  );
}
