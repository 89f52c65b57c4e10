/** The component and the parts of every page; written by generate.mjs from shared/routes.json. */
import type { PageName } from "../contracts/routes.ts";
import type { LoadComponent, PageParts } from "../page/PageLibrary.ts";

export const pages: Readonly<Record<PageName, LoadComponent>> = {
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
  notFound: () => import("../app/NotFoundPage.tsx"),
};

export const pageParts: Readonly<Record<PageName, PageParts>> = {
  home: { messages: ["home", "cultivars"], queries: ["featuredCultivars"] },
  cultivars: { messages: ["cultivars"], queries: ["catalogueIndex"] },
  cultivar: { messages: ["cultivars", "cultivar"], queries: ["cultivar"] },
  community: { messages: ["community", "post"], queries: ["reviewedCultivar", "cultivarNames"] },
  post: { messages: ["post", "postDetail"], queries: ["post", "comments", "cultivarNames"] },
  login: { messages: ["login"], queries: ["operator"] },
  authCallback: { messages: ["authCallback"], queries: [] },
  about: { messages: ["about"], queries: [] },
  terms: { messages: ["terms"], queries: [] },
  privacy: { messages: ["privacy"], queries: ["operator"] },
  legal: { messages: ["legal"], queries: ["operator"] },
  databaseInfo: { messages: ["databaseInfo"], queries: ["sources"] },
  contact: { messages: ["contact"], queries: ["operator"] },
  create: { messages: ["createPost", "post", "upload"], queries: ["cultivarNames"] },
  postEdit: { messages: ["createPost", "post", "upload"], queries: ["post", "cultivarNames"] },
  profile: { messages: ["profile", "post"], queries: ["me", "myPosts", "likedPosts", "cultivarNames"] },
  profileEdit: { messages: ["profileEdit", "profile"], queries: ["me", "cultivarNames"] },
  account: { messages: ["account", "profile"], queries: ["me"] },
  member: { messages: ["profile", "member", "post"], queries: ["member", "memberPosts", "cultivarNames"] },
  notFound: { messages: ["notFound"], queries: [] },
};
