/** The page of a suspended member: reason and end, appeals, export, removal. It needs no scripts. */
import { dateText } from "../../language/dates.ts";
import { pathFor } from "../../language/paths.ts";
import { useQuery } from "../../page/address.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { useFormRefusal, useWaitMinutes } from "../../page/useFormRefusal.ts";
import { Phrases } from "../../page/text/Phrases.tsx";
import { FormSection } from "../../ui/FormSection.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { SuspensionView } from "../../wire/types.generated.ts";
import { Decisions } from "./Decisions.tsx";
import { ruleName } from "../../community/ruleName.ts";
import { RemovalForm } from "./RemovalForm.tsx";
import "./SuspendedPage.css";

const outcomes = ["appeal", "removed", "signedOut"] as const;
const failures = ["signIn", "confirmation", "wait"] as const;
const ofAppeals = ["note", "noteCharacters", "unknown", "late", "again", "undone"] as const;
const ofExport = ["running", "wait", "busy"] as const;

/** Renders the result of a form that was just sent; nothing without one. */
function Outcome() {
  const { t } = usePage();
  const query = useQuery();
  const minutes = useWaitMinutes();
  const refusal = useFormRefusal(query.get("error"));
  const done = outcomes.find((one) => one === query.get("done"));
  if (done) return <p role="status">{t(`suspended.done.${done}`)}</p>;
  const refused = ofExport.find((one) => one === query.get("export"));
  if (refused) {
    return (
      <p role="alert" className="suspended-error">
        {t(`account.download.${refused}`, { minutes })}
      </p>
    );
  }
  const error = query.get("error");
  if (error === null) return null;
  const ofAppeal = ofAppeals.find((one) => one === error);
  const failure = failures.find((one) => one === error) ?? "failed";
  const message = ofAppeal
    ? t(`account.appeal.errors.${ofAppeal}`)
    : t(`suspended.errors.${failure}`, { minutes });
  return (
    <p role="alert" className="suspended-error">
      {refusal ?? message}
    </p>
  );
}

/** Renders reason and end of the suspension. */
function Reason({ suspension: { until, decisions } }: { readonly suspension: SuspensionView }) {
  const { language, t } = usePage();
  const decision = decisions.find(({ action }) => action === "suspend");
  const rule = ruleName(t, decision?.rule ?? null);
  return (
    <>
      <p className="suspended-end">
        {until ? t("suspended.until", { date: dateText(until, language) }) : t("suspended.endless")}
      </p>
      <p>{t("suspended.lead")}</p>
      {(rule || decision?.note) && (
        <FormSection heading={t("suspended.reason")}>
          {rule && <p>{rule}</p>}
          {decision?.note && <p dir="auto">{decision.note}</p>}
        </FormSection>
      )}
    </>
  );
}

/** Renders the button that signs the suspended member out of this page. */
function SignOut({ memberId }: { readonly memberId: string }) {
  const { language, t } = usePage();
  return (
    <FormSection heading={t("suspended.signOut.heading")}>
      <p>{t("suspended.signOut.body")}</p>
      <form method="post" action={`/api/suspension/sign-out/form?language=${language}`}>
        <input type="hidden" name="member" value={memberId} />
        <input type="hidden" name="language" value={language} />
        <button type="submit" className="button button-quiet">
          {t("suspended.signOut.action")}
        </button>
      </form>
    </FormSection>
  );
}

/** Renders the page for readers without a suspension, and after a sign-out. */
function VisitorPanel() {
  const { language, t } = usePage();
  return (
    <Panel title={t("suspended.visitor.title")}>
      <Outcome />
      <p>{t("suspended.visitor.body")}</p>
      <p className="panel-actions">
        <a className="button" href={pathFor("login", language)}>
          {t("suspended.visitor.action")}
        </a>
      </p>
    </Panel>
  );
}

/** Renders what a suspended member can read and do; for others how to get here. */
export default function SuspendedPage() {
  const { t } = usePage();
  const suspension = usePageData("suspension");
  return (
    <div className="suspended">
      <PageHead
        title={t("suspended.meta.title")}
        description={t("suspended.meta.description")}
        indexed={false}
      />
      {suspension === null ? (
        <VisitorPanel />
      ) : (
        <>
          <header className="page-title">
            <h1>
              <Phrases text={t("suspended.title")} />
            </h1>
          </header>
          <Outcome />
          <Reason suspension={suspension} />
          <FormSection heading={<Phrases text={t("suspended.decisions")} />} id="decisions">
            <Decisions suspension={suspension} />
          </FormSection>
          <FormSection heading={t("account.download.heading")}>
            <p>{t("account.download.body")}</p>
            <p>
              <a className="button button-quiet" href="/api/suspension/export">
                {t("account.download.action")}
              </a>
            </p>
          </FormSection>
          <FormSection heading={t("account.removal.heading")}>
            <RemovalForm suspension={suspension} />
          </FormSection>
          <SignOut memberId={suspension.member_id} />
        </>
      )}
    </div>
  );
}
