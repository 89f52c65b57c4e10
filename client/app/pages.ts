/** Every page with its component, loaded when it is needed; forget one and it does not compile. */
import type { PageName } from "../contracts/routes.ts";
import type { PageLoads } from "../page/PageLibrary.ts";

export const pages: Readonly<Record<PageName, PageLoads>> = {
  home: () => import("../home/HomePage.tsx"),
  cultivars: () => import("../cultivars/CultivarListPage.tsx"),
  cultivar: () => import("../cultivars/CultivarPage.tsx"),
  community: () => import("../community/feed/CommunityPage.tsx"),
  post: () => import("../community/detail/PostPage.tsx"),
  login: () => import("../accounts/sessions/LoginPage.tsx"),
  authCallback: () => import("../accounts/sessions/CallbackPage.tsx"),
  about: () => import("../legal/AboutPage.tsx"),
  terms: () => import("../legal/TermsPage.tsx"),
  privacy: () => import("../legal/PrivacyPage.tsx"),
  legal: () => import("../legal/CommercePage.tsx"),
  databaseInfo: () => import("../legal/DatabaseInfoPage.tsx"),
  contact: () => import("../legal/ContactPage.tsx"),
  create: () => import("../community/compose/CreatePostPage.tsx"),
  postEdit: () => import("../community/compose/EditPostPage.tsx"),
  profile: () => import("../accounts/profiles/ProfilePage.tsx"),
  profileEdit: () => import("../accounts/profiles/edit/ProfileEditPage.tsx"),
  account: () => import("../accounts/profiles/account/AccountPage.tsx"),
  member: () => import("../accounts/profiles/MemberPage.tsx"),
  notFound: () => import("./NotFoundPage.tsx"),
};
