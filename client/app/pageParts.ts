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

const preloadable: readonly QueryName[] = [
  "featuredCultivars",
  "cultivar",
  "operator",
  "me",
  "member",
];

/** The queries that the route table names, and those that are built in and never travel. */
function parts(
  name: PageName,
  module: string,
  words: readonly LocaleFile[],
  builtIn: readonly QueryName[] = [],
): PageParts {
  const preload = name === "notFound" ? [] : routes[name].preload;
  const queries = [...preloadable.filter((query) => preload.includes(query)), ...builtIn];
  return { module, words, queries };
}

const coming = "members/ComingPage.tsx";

export const pageParts: Readonly<Record<PageName, PageParts>> = {
  home: parts("home", "home/HomePage.tsx", ["home", "cultivars"]),
  cultivars: parts(
    "cultivars",
    "cultivars/CultivarListPage.tsx",
    ["cultivars"],
    ["catalogueIndex"],
  ),
  cultivar: parts("cultivar", "cultivars/CultivarPage.tsx", ["cultivars", "cultivar"]),
  community: parts("community", coming, ["community"]),
  post: parts("post", "members/MissingPostPage.tsx", ["post"]),
  login: parts("login", "sessions/LoginPage.tsx", ["login"]),
  authCallback: parts("authCallback", "sessions/CallbackPage.tsx", ["authCallback"]),
  about: parts("about", "legal/AboutPage.tsx", ["about"]),
  terms: parts("terms", "legal/TermsPage.tsx", ["terms"]),
  privacy: parts("privacy", "legal/PrivacyPage.tsx", ["privacy"]),
  legal: parts("legal", "legal/CommercePage.tsx", ["legal"]),
  databaseInfo: parts("databaseInfo", "legal/DatabaseInfoPage.tsx", ["databaseInfo"], ["sources"]),
  contact: parts("contact", "legal/ContactPage.tsx", ["contact"]),
  create: parts("create", coming, ["createPost"]),
  postEdit: parts("postEdit", coming, ["createPost"]),
  profile: parts("profile", "profiles/ProfilePage.tsx", ["profile"], ["cultivarNames"]),
  profileEdit: parts(
    "profileEdit",
    "profiles/edit/ProfileEditPage.tsx",
    ["profileEdit", "profile"],
    ["cultivarNames"],
  ),
  account: parts("account", "profiles/account/AccountPage.tsx", ["account", "profile"]),
  member: parts("member", "profiles/MemberPage.tsx", ["profile", "member"], ["cultivarNames"]),
  notFound: parts("notFound", "app/NotFoundPage.tsx", ["notFound"]),
};
