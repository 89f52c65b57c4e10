/** The shapes that travel between host and browser; written by generate.mjs from shared/api.json. */

export interface AccountRemoval {
  readonly confirmation: string;
  readonly posts: "remove" | "keep";
}

export interface AvatarForm {
  readonly file: string;
}

export interface AvatarView {
  readonly avatar_url: string;
}

export interface Card {
  readonly alt: string;
  readonly url: string;
}

export interface CurrentMember {
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly created_at: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly favorite_tea_type: string | null;
  readonly favorite_tea_variety: string | null;
  readonly id: string;
  readonly joined_at: string;
  readonly language: "en" | "ja";
  readonly liked_count?: number;
  readonly posts_count?: number;
  readonly updated_at: string;
}

export interface Hours {
  readonly en: string | null;
  readonly ja: string | null;
}

export interface LanguageChange {
  readonly language: "en" | "ja";
}

export interface Live {
  readonly status?: "live";
}

export interface Names {
  readonly en: string;
  readonly ja: string;
}

export interface Operator {
  readonly address: string | null;
  readonly email: string | null;
  readonly hours: Hours;
  readonly name: string | null;
  readonly phone: string | null;
  readonly representative: string | null;
}

export interface PagePayload {
  readonly card: Card;
  readonly language: "en" | "ja";
  readonly now: string;
  readonly params: Readonly<Record<string, string>>;
  readonly preloaded: readonly Preloaded[];
  readonly route: string;
  readonly site: Site;
  readonly status: number;
  readonly url: string;
  readonly viewer: Viewer | null;
}

export interface Preloaded {
  readonly data: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
}

export interface Problem {
  readonly code: string;
  readonly detail?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly requestId?: string;
  readonly status: number;
  readonly title: string;
  readonly type: string;
}

export interface ProfileChange {
  readonly bio?: string | null;
  readonly display_name: string;
  readonly favorite_tea_type?: string | null;
  readonly favorite_tea_variety?: string | null;
  readonly language: "en" | "ja";
}

export interface PublicProfile {
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly display_name: string;
  readonly favorite_tea_type: string | null;
  readonly favorite_tea_variety: string | null;
  readonly id: string;
  readonly joined_at: string;
  readonly posts_count?: number;
}

export interface Ready {
  readonly checks: Readonly<Record<string, "ok" | "failing">>;
  readonly status: "ready" | "waiting";
}

export interface SessionEntry {
  readonly created_at: string;
  readonly device: string;
  readonly id: string;
  readonly is_current: boolean;
  readonly seen_at: string;
}

export interface SessionView {
  readonly csrf: string | null;
  readonly expires_at: string | null;
  readonly member: CurrentMember | null;
}

export interface Site {
  readonly names: Names;
  readonly origin: string;
  readonly social: readonly SocialLink[];
}

export interface SocialLink {
  readonly label: string;
  readonly url: string;
}

export interface Viewer {
  readonly avatar_url: string | null;
  readonly display_name: string;
  readonly id: string;
  readonly language: "en" | "ja";
}
