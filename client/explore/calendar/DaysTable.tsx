/** Days from Yabukita at each place; bud break and picking are never mixed. */
import type { SeasonGroup } from "../../contracts/overview/calendar.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useDaysText } from "./useDaysText.ts";

export function DaysTable({ groups }: { readonly groups: readonly SeasonGroup[] }) {
  const { t } = usePage();
  const daysText = useDaysText();
  return (
    <div className="overview-scroll">
      <table className="calendar-days" aria-labelledby="days">
        <thead>
          <tr>
            <th scope="col">{t("calendar.days.cultivar")}</th>
            <th scope="col">{t("cultivars.harvest.bud")}</th>
            <th scope="col">{t("cultivars.harvest.pluck")}</th>
          </tr>
        </thead>
        {groups.map(({ site, years, seasons }) => (
          <tbody key={`${site} ${years}`}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {site} <small>{years}</small>
              </th>
            </tr>
            {seasons
              .filter(({ id }) => id !== "yabukita")
              .map(({ id, name, budDays, pluckDays }) => (
                <tr key={id}>
                  <th scope="row">
                    <PageLink to="cultivar" params={{ id }}>
                      {name}
                    </PageLink>
                  </th>
                  <td>{daysText(budDays)}</td>
                  <td>{daysText(pluckDays)}</td>
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
