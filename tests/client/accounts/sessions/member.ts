/** Members and their sessions, as the API returns them. */
import type { CurrentMember, SessionView } from "../../../../client/wire/types.generated.ts";

export const hana: CurrentMember = {
  id: "0b1f8a9e-0000-4000-8000-000000000001",
  language: "ja",
  display_name: "茶畑 はな",
  email: "hana@example.com",
  bio: null,
  favorite_tea_type: "gyokuro",
  favorite_tea_variety: "okumidori",
  avatar_url: null,
  created_at: "2026-11-20T01:00:00Z",
  updated_at: "2026-11-20T01:00:00Z",
  joined_at: "2026-01-05T01:00:00Z",
  posts_count: 0,
  role: null,
  liked_count: 0,
};

export const alex: CurrentMember = { ...hana, id: "a1e8", display_name: "Alex", language: "en" };

export const visitor: SessionView = { member: null, csrf: null, expires_at: null };

export function viewOf(member: CurrentMember, expiresAt = "2026-11-21T05:00:00Z"): SessionView {
  return { member, csrf: `csrf of ${member.id}`, expires_at: expiresAt };
}
