/** Loading state of a profile. */
import { usePage } from "../../page/PageContext.ts";
import "./ProfileLoading.css";

export function ProfileLoading({ title }: { readonly title: string }) {
  const { t } = usePage();
  return (
    <div className="profile-loading" aria-busy="true">
      <h1 className="visually-hidden">{title}</h1>
      <p className="visually-hidden" role="status">
        {t("app.loading")}
      </p>
      <span className="profile-loading-picture" />
      <span className="profile-loading-line" />
      <span className="profile-loading-line" />
      <span className="profile-loading-line" />
    </div>
  );
}
