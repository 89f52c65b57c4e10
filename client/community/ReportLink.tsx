/** Leads to the form that reports a post, a comment or a member. */
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";

interface ReportLinkProps {
  /** Kind and id, such as post:12. */
  readonly subject: string;
  readonly className: string;
  /** The id of what tells the links of a list apart. */
  readonly describedBy?: string;
}

/** Renders a link to the form that reports a post, comment or member. */
export function ReportLink({ subject, className, describedBy }: ReportLinkProps) {
  const { t } = usePage();
  return (
    <PageLink
      to="report"
      suffix={`?subject=${subject}`}
      className={className}
      rel="nofollow"
      {...(describedBy && { "aria-describedby": describedBy })}
    >
      {t("app.report")}
    </PageLink>
  );
}
