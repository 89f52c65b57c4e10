/** The shapes that travel between host and browser; written by generate.mjs from shared/api.json. */

export interface Hours {
  readonly en: string | null;
  readonly ja: string | null;
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
  readonly language: "en" | "ja";
  readonly now: string;
  readonly params: Readonly<Record<string, string>>;
  readonly preloaded: readonly Preloaded[];
  readonly route: string;
  readonly site: Site;
  readonly status: number;
  readonly url: string;
  readonly viewer: null;
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

export interface Ready {
  readonly checks: Readonly<Record<string, "ok" | "failing">>;
  readonly status: "ready" | "waiting";
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
