/** The messages in English, as types; written by client/app/generate.mjs from shared/locales/en. */
import type account from "../../shared/locales/en/account.json";
import type app from "../../shared/locales/en/app.json";
import type authCallback from "../../shared/locales/en/authCallback.json";
import type community from "../../shared/locales/en/community.json";
import type comparison from "../../shared/locales/en/comparison.json";
import type createPost from "../../shared/locales/en/createPost.json";
import type cultivar from "../../shared/locales/en/cultivar.json";
import type cultivarPicker from "../../shared/locales/en/cultivarPicker.json";
import type cultivars from "../../shared/locales/en/cultivars.json";
import type evidence from "../../shared/locales/en/evidence.json";
import type facets from "../../shared/locales/en/facets.json";
import type home from "../../shared/locales/en/home.json";
import type lineage from "../../shared/locales/en/lineage.json";
import type login from "../../shared/locales/en/login.json";
import type member from "../../shared/locales/en/member.json";
import type collections from "../../shared/locales/en/members/collections.json";
import type forms from "../../shared/locales/en/members/forms.json";
import type members from "../../shared/locales/en/members/members.json";
import type mentions from "../../shared/locales/en/members/mentions.json";
import type postRefusals from "../../shared/locales/en/members/postRefusals.json";
import type suspended from "../../shared/locales/en/members/suspended.json";
import type notFound from "../../shared/locales/en/notFound.json";
import type observations from "../../shared/locales/en/observations.json";
import type outside from "../../shared/locales/en/outside.json";
import type post from "../../shared/locales/en/post.json";
import type postDetail from "../../shared/locales/en/postDetail.json";
import type profile from "../../shared/locales/en/profile.json";
import type profileEdit from "../../shared/locales/en/profileEdit.json";
import type relation from "../../shared/locales/en/relation.json";
import type similar from "../../shared/locales/en/similar.json";
import type about from "../../shared/locales/en/site/about.json";
import type breeders from "../../shared/locales/en/site/breeders.json";
import type calendar from "../../shared/locales/en/site/calendar.json";
import type conflicts from "../../shared/locales/en/site/conflicts.json";
import type contact from "../../shared/locales/en/site/contact.json";
import type databaseInfo from "../../shared/locales/en/site/databaseInfo.json";
import type guidelines from "../../shared/locales/en/site/guidelines.json";
import type hidden from "../../shared/locales/en/site/hidden.json";
import type legal from "../../shared/locales/en/site/legal.json";
import type map from "../../shared/locales/en/site/map.json";
import type moderation from "../../shared/locales/en/site/moderation.json";
import type moderationLog from "../../shared/locales/en/site/moderationLog.json";
import type notifications from "../../shared/locales/en/site/notifications.json";
import type overview from "../../shared/locales/en/site/overview.json";
import type pedigree from "../../shared/locales/en/site/pedigree.json";
import type prefectures from "../../shared/locales/en/site/prefectures.json";
import type privacy from "../../shared/locales/en/site/privacy.json";
import type report from "../../shared/locales/en/site/report.json";
import type resultViews from "../../shared/locales/en/site/resultViews.json";
import type search from "../../shared/locales/en/site/search.json";
import type statistics from "../../shared/locales/en/site/statistics.json";
import type terms from "../../shared/locales/en/site/terms.json";
import type timeline from "../../shared/locales/en/site/timeline.json";
import type today from "../../shared/locales/en/site/today.json";
import type unconfirmed from "../../shared/locales/en/site/unconfirmed.json";
import type upload from "../../shared/locales/en/upload.json";

export interface English {
  readonly account: typeof account;
  readonly app: typeof app;
  readonly authCallback: typeof authCallback;
  readonly community: typeof community;
  readonly comparison: typeof comparison;
  readonly createPost: typeof createPost;
  readonly cultivar: typeof cultivar;
  readonly cultivarPicker: typeof cultivarPicker;
  readonly cultivars: typeof cultivars;
  readonly evidence: typeof evidence;
  readonly facets: typeof facets;
  readonly home: typeof home;
  readonly lineage: typeof lineage;
  readonly login: typeof login;
  readonly member: typeof member;
  readonly collections: typeof collections;
  readonly forms: typeof forms;
  readonly members: typeof members;
  readonly mentions: typeof mentions;
  readonly postRefusals: typeof postRefusals;
  readonly suspended: typeof suspended;
  readonly notFound: typeof notFound;
  readonly observations: typeof observations;
  readonly outside: typeof outside;
  readonly post: typeof post;
  readonly postDetail: typeof postDetail;
  readonly profile: typeof profile;
  readonly profileEdit: typeof profileEdit;
  readonly relation: typeof relation;
  readonly similar: typeof similar;
  readonly about: typeof about;
  readonly breeders: typeof breeders;
  readonly calendar: typeof calendar;
  readonly conflicts: typeof conflicts;
  readonly contact: typeof contact;
  readonly databaseInfo: typeof databaseInfo;
  readonly guidelines: typeof guidelines;
  readonly hidden: typeof hidden;
  readonly legal: typeof legal;
  readonly map: typeof map;
  readonly moderation: typeof moderation;
  readonly moderationLog: typeof moderationLog;
  readonly notifications: typeof notifications;
  readonly overview: typeof overview;
  readonly pedigree: typeof pedigree;
  readonly prefectures: typeof prefectures;
  readonly privacy: typeof privacy;
  readonly report: typeof report;
  readonly resultViews: typeof resultViews;
  readonly search: typeof search;
  readonly statistics: typeof statistics;
  readonly terms: typeof terms;
  readonly timeline: typeof timeline;
  readonly today: typeof today;
  readonly unconfirmed: typeof unconfirmed;
  readonly upload: typeof upload;
}

/** Paths of the files below a language's folder. */
export const localeFiles = [
  "account",
  "app",
  "authCallback",
  "community",
  "comparison",
  "createPost",
  "cultivar",
  "cultivarPicker",
  "cultivars",
  "evidence",
  "facets",
  "home",
  "lineage",
  "login",
  "member",
  "members/collections",
  "members/forms",
  "members/members",
  "members/mentions",
  "members/postRefusals",
  "members/suspended",
  "notFound",
  "observations",
  "outside",
  "post",
  "postDetail",
  "profile",
  "profileEdit",
  "relation",
  "similar",
  "site/about",
  "site/breeders",
  "site/calendar",
  "site/conflicts",
  "site/contact",
  "site/databaseInfo",
  "site/guidelines",
  "site/hidden",
  "site/legal",
  "site/map",
  "site/moderation",
  "site/moderationLog",
  "site/notifications",
  "site/overview",
  "site/pedigree",
  "site/prefectures",
  "site/privacy",
  "site/report",
  "site/resultViews",
  "site/search",
  "site/statistics",
  "site/terms",
  "site/timeline",
  "site/today",
  "site/unconfirmed",
  "upload",
] as const;

export type LocaleFile = (typeof localeFiles)[number];
