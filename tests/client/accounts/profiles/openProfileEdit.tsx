/** Renders the profile form of the member Hana with a fake host. */
import { screen } from "@testing-library/react";
import { vi } from "vitest";
import ProfileEditPage from "../../../../client/accounts/profiles/edit/ProfileEditPage.tsx";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import type { CurrentMember } from "../../../../client/wire/types.generated.ts";
import { fakeHost, type Replies } from "../sessions/fakeHost.ts";
import { hana, viewOf } from "../sessions/member.ts";
import { renderForMember, recordPageLoads } from "../sessions/memberPage.tsx";

export function open(replies: Replies = {}, me: CurrentMember | null = hana) {
  const loads = recordPageLoads();
  const host = fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    "PUT /api/profiles/me": { body: hana },
    ...replies,
  });
  const onSignedOut = vi.fn();
  const session = new Session({ onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut }, hana.id);
  const rendered = renderForMember(<ProfileEditPage />, {
    page: "profileEdit",
    path: "/ja/profile/edit",
    preloaded: [{ query: "me", params: {}, data: me }],
    openSession: async () => session,
  });
  return { loads, onSignedOut, ...host, ...rendered };
}

export const button = (name: string | RegExp) =>
  screen.getByRole<HTMLButtonElement>("button", { name });
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
