/** What each page is made of, as data: its component's file, the words that it prints, the data that it reads. */
import type { LocaleFile } from "../contracts/locales.ts";
import { type PageName, routes } from "../contracts/routes.ts";
import type { QueryName } from "../page/queries.ts";

export interface PageParts {
  /** Path of the component's file below client/. */
  readonly module: string;
  readonly words: readonly LocaleFile[];
  readonly queries: readonly QueryName[];
}

/** Those that a page waits for; `feed` and `relatedPosts` are drawn as soon as they come. */
const preloadable: readonly QueryName[] = [
  "featuredCultivars",
  "cultivar",
  "operator",
  "me",
  "member",
  "post",
  "comments",
  "myPosts",
  "likedPosts",
  "memberPosts",
];

/** The queries that the route table names, and those that the page needs in any case. */
function parts(
  name: PageName,
  module: string,
  words: readonly LocaleFile[],
  needed: readonly QueryName[] = [],
): PageParts {
  const preload = name === "notFound" ? [] : routes[name].preload;
  const named = preloadable.filter((query) => preload.includes(query));
  return { module, words, queries: [...new Set([...named, ...needed])] };
}

export const pageParts: Readonly<Record<PageName, PageParts>> = {
  home: parts("home", "home/HomePage.tsx", ["home", "cultivars"]),
  cultivars: parts(
    "cultivars",
    "cultivars/CultivarListPage.tsx",
    ["cultivars"],
    ["catalogueIndex"],
  ),
  cultivar: parts("cultivar", "cultivars/CultivarPage.tsx", ["cultivars", "cultivar"]),
  community: parts(
    "community",
    "community/feed/CommunityPage.tsx",
    ["community", "post"],
    ["cultivarNames"],
  ),
  post: parts(
    "post",
    "community/detail/PostPage.tsx",
    ["post", "postDetail"],
    ["cultivarNames", "post", "comments"],
  ),
  login: parts("login", "accounts/sessions/LoginPage.tsx", ["login"]),
  authCallback: parts("authCallback", "accounts/sessions/CallbackPage.tsx", ["authCallback"]),
  about: parts("about", "legal/AboutPage.tsx", ["about"]),
  terms: parts("terms", "legal/TermsPage.tsx", ["terms"]),
  privacy: parts("privacy", "legal/PrivacyPage.tsx", ["privacy"]),
  legal: parts("legal", "legal/CommercePage.tsx", ["legal"]),
  databaseInfo: parts("databaseInfo", "legal/DatabaseInfoPage.tsx", ["databaseInfo"], ["sources"]),
  contact: parts("contact", "legal/ContactPage.tsx", ["contact"]),
  create: parts(
    "create",
    "community/compose/CreatePostPage.tsx",
    ["createPost", "post", "upload"],
    ["cultivarNames"],
  ),
  postEdit: parts(
    "postEdit",
    "community/compose/EditPostPage.tsx",
    ["createPost", "post", "upload"],
    ["cultivarNames", "post"],
  ),
  profile: parts(
    "profile",
    "accounts/profiles/ProfilePage.tsx",
    ["profile", "post"],
    ["cultivarNames", "myPosts", "likedPosts"],
  ),
  profileEdit: parts(
    "profileEdit",
    "accounts/profiles/edit/ProfileEditPage.tsx",
    ["profileEdit", "profile"],
    ["cultivarNames"],
  ),
  account: parts("account", "accounts/profiles/account/AccountPage.tsx", ["account", "profile"]),
  member: parts(
    "member",
    "accounts/profiles/MemberPage.tsx",
    ["profile", "member", "post"],
    ["cultivarNames", "memberPosts"],
  ),
  notFound: parts("notFound", "app/NotFoundPage.tsx", ["notFound"]),
};
