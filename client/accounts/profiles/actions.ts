/** Requests that change the own profile or delete the account. */
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

/** Stores the own profile and returns it as stored. */
export function saveProfile(session: Session, body: ProfileChange): Promise<CurrentMember> {
  return session.change((credentials) => sendJson({ method: "PUT", path, body }, credentials));
}

/** Stores the member's language and informs the other tabs. */
export async function saveLanguage(session: Session, language: Language): Promise<void> {
  const change = { method: "PUT", path: `${path}/language`, body: { language } } as const;
  await session.change((credentials) => sendJson(change, credentials));
  await session.publish("USER_UPDATED");
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
