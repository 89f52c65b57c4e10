/** Head of a member's page: picture, name, join date, bio and favourites. */
import type { ReactNode } from "react";
import { teaTypeName } from "../../contracts/reference.ts";
import { writtenIn } from "../../contracts/language.ts";
import { dateText, machineText, momentText } from "../../language/dates.ts";
import { isTall } from "../../language/excerpt.ts";
import { textLanguage } from "../../language/textLanguage.ts";
import { LinkedText } from "../../page/LinkedText.tsx";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { useCultivarNames } from "../../cultivars/catalogue/useCatalogue.ts";
import type { PublicProfile } from "../../wire/types.generated.ts";
import "./ProfileBanner.css";

type BannerProfile = Omit<PublicProfile, "posts_count">;

interface ProfileBannerProps {
  readonly profile: BannerProfile;
  /** The reader's actions. */
  readonly children?: ReactNode;
}

/**
 * Renders the Japanese name of the favourite cultivar vertically, beside the member's name; nothing
 * without one.
 */
function UprightFavourite({ id }: { readonly id: string | null }) {
  const names = useCultivarNames();
  const name = id === null ? undefined : names[id];
  if (id === null || name === undefined) return null;
  return (
    <p className="profile-upright" lang="ja" aria-hidden="true">
      {name.nameJa}
    </p>
  );
}

/** Renders favourite kind of tea and cultivar; nothing if there is neither. */
function Favourites({ profile }: { readonly profile: BannerProfile }) {
  const { language, t } = usePage();
  const names = useCultivarNames();
  const { favorite_tea_type: teaType, favorite_tea_variety: cultivar } = profile;
  if (teaType === null && cultivar === null) return null;
  const name = cultivar === null ? undefined : names[cultivar];
  return (
    <dl className="profile-favourites">
      {teaType !== null && (
        <div>
          <dt>{t("profile.favouriteTea")}</dt>
          <dd>{teaTypeName(teaType, language)}</dd>
        </div>
      )}
      {cultivar !== null && name && (
        <div>
          <dt>{t("profile.favouriteCultivar")}</dt>
          <dd>
            <PageLink to="cultivar" params={{ id: cultivar }}>
              {name.name}
            </PageLink>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Renders avatar, name, bio and favourites of a member; the children are actions. */
export function ProfileBanner({ profile, children }: ProfileBannerProps) {
  const { language, t } = usePage();
  const { display_name: name, bio, avatar_url, joined_at } = profile;
  return (
    <header className="profile-banner">
      <Avatar src={avatar_url} name={name} size="large" />
      <div className="profile-words">
        <h1 className="profile-name">
          <bdi lang={writtenIn(name)}>{name}</bdi>
        </h1>
        <p className="profile-joined">
          <time dateTime={machineText(joined_at)} title={momentText(joined_at, language)}>
            {t("profile.joined", { date: dateText(joined_at, language) })}
          </time>
        </p>
        {bio && (
          <p className="profile-bio" data-tall={isTall(bio) || undefined}>
            <bdi lang={textLanguage(bio)}>
              <LinkedText text={bio} words={(words) => <MixedText text={words} />} />
            </bdi>
          </p>
        )}
        <Favourites profile={profile} />
        {children && <div className="profile-actions">{children}</div>}
      </div>
      <UprightFavourite id={profile.favorite_tea_variety} />
    </header>
  );
}
