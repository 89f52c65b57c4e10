/** Leads to the form that reports a post, a comment or a member. */
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";

interface ReportLinkProps {
  /** Kind and id, such as post:12. */
  readonly subject: string;
  readonly className: string;
}

/** Renders a link to the form that reports a post, comment or member. */
export function ReportLink({ subject, className }: ReportLinkProps) {
  const { t } = usePage();
  return (
    <PageLink to="report" suffix={`?subject=${subject}`} className={className} rel="nofollow">
      {t("app.report")}
    </PageLink>
  );
}
