/** Requests that change the own profile or delete the account. */
import type { Language } from "../../contracts/language.ts";
import type { Page } from "../../page/PageContext.ts";
import type { Session } from "../sessions/Session.ts";
import { callOnLeave } from "./callOnLeave.ts";
import { sendJson } from "../../wire/request.ts";
import type {
  AccountRemoval,
  AvatarView,
  CurrentMember,
  ProfileChange,
} from "../../wire/types.generated.ts";
import { sendFile } from "../../wire/upload.ts";

const path = "/api/profiles/me";

/** Stores the own profile and returns it as stored. */
export function saveProfile(session: Session, body: ProfileChange): Promise<CurrentMember> {
  return session.change((credentials) => sendJson({ method: "PUT", path, body }, credentials));
}

/** Stores the member's language and informs the other tabs. */
export async function saveLanguage({ openSession }: Page, language: Language): Promise<void> {
  if (!openSession) return;
  const session = await openSession();
  const change = { method: "PUT", path: `${path}/language`, body: { language } } as const;
  await session.change((credentials) => sendJson(change, credentials));
  await session.publish("USER_UPDATED");
}

interface LanguageChoice {
  /** Id of the member whose page it is. */
  readonly member: string;
  readonly language: Language;
  readonly onLeave: () => void;
}

/** Fields of the form that saves the language and leads to the page in it. */
type LanguageForm = Readonly<Record<"member" | "language" | "back", string>>;

/**
 * Leaves a page with unsaved changes by a form, about which the browser asks first: the host saves
 * the member's language and redirects to the link's page. `onLeave` is called unless the reader stays.
 */
export function leaveInLanguage(
  link: HTMLAnchorElement,
  { member, language, onLeave }: LanguageChoice,
): void {
  callOnLeave(onLeave);
  const back = link.pathname + link.search + link.hash;
  sendForm(`${path}/language/form?language=${language}`, { member, language, back });
}

/** Sends a form as a navigation. */
function sendForm(action: string, fields: LanguageForm): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    form.append(Object.assign(field, { name, value }));
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

export interface NewAvatar {
  readonly file: Blob;
  readonly name: string;
}

/**
 * Stores picture and profile by one request, so that both are changed or neither; `onProgress`
 * receives the uploaded share, from 0 to 1.
 */
export function saveWithAvatar(
  session: Session,
  avatar: NewAvatar,
  profile: ProfileChange,
  onProgress: (done: number) => void,
): Promise<AvatarView> {
  const { file, name } = avatar;
  const fields = { profile: JSON.stringify(profile) };
  const upload = { file, name, fields, path: `${path}/avatar`, onProgress };
  return session.change((credentials) => sendFile({ ...upload, credentials }));
}

/** Removes the avatar from the profile. */
export function removeAvatar(session: Session): Promise<void> {
  return session.change((credentials) =>
    sendJson({ method: "DELETE", path: `${path}/avatar` }, credentials),
  );
}

/** Deletes the account; the body says how its posts are treated. */
export function deleteAccount(session: Session, body: AccountRemoval): Promise<void> {
  return session.change((credentials) =>
    sendJson({ method: "DELETE", path: "/api/account", body }, credentials),
  );
}
