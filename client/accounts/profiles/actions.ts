/** Changes of the own profile: the request, and a notice to other tabs. */
import type { Language } from "../../contracts/language.ts";
import type { Session } from "../sessions/Session.ts";
import { sendJson } from "../../wire/request.ts";
import type {
  AccountRemoval,
  AvatarView,
  CurrentMember,
  ProfileChange,
} from "../../wire/types.generated.ts";
import { sendFile } from "../../wire/upload.ts";

const path = "/api/profiles/me";

export function saveProfile(session: Session, body: ProfileChange): Promise<CurrentMember> {
  return session.change((csrf) => sendJson({ method: "PUT", path, body }, csrf));
}

export async function saveLanguage(session: Session, language: Language): Promise<void> {
  const change = { method: "PUT", path: `${path}/language`, body: { language } } as const;
  await session.change((csrf) => sendJson(change, csrf));
  await session.publish("USER_UPDATED");
}

export interface NewAvatar {
  readonly file: Blob;
  readonly name: string;
}

export function uploadAvatar(
  session: Session,
  avatar: NewAvatar,
  onProgress: (done: number) => void,
): Promise<AvatarView> {
  const upload = { ...avatar, path: `${path}/avatar`, onProgress };
  return session.change((csrf) => sendFile({ ...upload, csrf }));
}

export function removeAvatar(session: Session): Promise<void> {
  return session.change((csrf) => sendJson({ method: "DELETE", path: `${path}/avatar` }, csrf));
}

export function deleteAccount(session: Session, body: AccountRemoval): Promise<void> {
  return session.change((csrf) => sendJson({ method: "DELETE", path: "/api/account", body }, csrf));
}
