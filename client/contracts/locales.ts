/** The words of the site: which files there are, and every key that they hold, as a type. */
import type about from "../../shared/locales/en/about.json";
import type account from "../../shared/locales/en/account.json";
import type app from "../../shared/locales/en/app.json";
import type authCallback from "../../shared/locales/en/authCallback.json";
import type community from "../../shared/locales/en/community.json";
import type contact from "../../shared/locales/en/contact.json";
import type createPost from "../../shared/locales/en/createPost.json";
import type cultivar from "../../shared/locales/en/cultivar.json";
import type cultivarPicker from "../../shared/locales/en/cultivarPicker.json";
import type cultivars from "../../shared/locales/en/cultivars.json";
import type databaseInfo from "../../shared/locales/en/databaseInfo.json";
import type home from "../../shared/locales/en/home.json";
import type legal from "../../shared/locales/en/legal.json";
import type login from "../../shared/locales/en/login.json";
import type member from "../../shared/locales/en/member.json";
import type notFound from "../../shared/locales/en/notFound.json";
import type post from "../../shared/locales/en/post.json";
import type postDetail from "../../shared/locales/en/postDetail.json";
import type privacy from "../../shared/locales/en/privacy.json";
import type profile from "../../shared/locales/en/profile.json";
import type profileEdit from "../../shared/locales/en/profileEdit.json";
import type terms from "../../shared/locales/en/terms.json";
import type upload from "../../shared/locales/en/upload.json";
import type { Language } from "./language.ts";

interface English {
  readonly about: typeof about;
  readonly account: typeof account;
  readonly app: typeof app;
  readonly authCallback: typeof authCallback;
  readonly community: typeof community;
  readonly contact: typeof contact;
  readonly createPost: typeof createPost;
  readonly cultivar: typeof cultivar;
  readonly cultivarPicker: typeof cultivarPicker;
  readonly cultivars: typeof cultivars;
  readonly databaseInfo: typeof databaseInfo;
  readonly home: typeof home;
  readonly legal: typeof legal;
  readonly login: typeof login;
  readonly member: typeof member;
  readonly notFound: typeof notFound;
  readonly post: typeof post;
  readonly postDetail: typeof postDetail;
  readonly privacy: typeof privacy;
  readonly profile: typeof profile;
  readonly profileEdit: typeof profileEdit;
  readonly terms: typeof terms;
  readonly upload: typeof upload;
}

type Keys<T, Before extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Before}${K extends `${infer Singular}_one` | `${infer Singular}_other` ? Singular : K}`
    : Keys<T[K], `${Before}${K}.`>;
}[keyof T & string];

export type LocaleFile = keyof English;
export type MessageKey = Keys<English>;

interface Resource {
  readonly [key: string]: string | Resource;
}

/** Loads one file of words; the bundler makes a chunk of each. */
export async function loadLocaleFile(language: Language, file: LocaleFile): Promise<Resource> {
  const loaded: { default: Resource } = await import(
    `../../shared/locales/${language}/${file}.json`
  );
  return loaded.default;
}
