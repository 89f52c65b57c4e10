/** Preloaded data of pages, the same in both languages and for all parameters. */
import type { PageName } from "../../client/contracts/routes.ts";
import type { Preloaded } from "../../client/page/payload.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { author } from "../client/community/posts.ts";

const choicesOfHana = {
  choices: { comment: "letter", like: "on", decision: "on" },
  is_letter_offered: true,
  email: "hana@tea.example",
  consented_at: "2026-11-20T01:00:00Z",
} as const;

export const fixedData: Readonly<Partial<Record<PageName, readonly Preloaded[]>>> = {
  compare: [{ query: "compared", params: {}, data: [] }],
  report: [
    {
      query: "reported",
      params: {},
      data: {
        subject: "post:12",
        kind: "post",
        post_id: 12,
        member_id: hana.id,
        author: hana.display_name,
        text: "一番茶",
      },
    },
  ],
  suspended: [
    {
      query: "suspension",
      params: {},
      data: {
        member_id: hana.id,
        display_name: hana.display_name,
        until: "2026-11-28T15:00:00Z",
        decisions: [
          {
            action: "suspend",
            created_at: "2026-11-21T04:00:00Z",
            rule: "spam",
            note: "宣伝が続きました",
            id: 3,
            can_appeal: true,
          },
        ],
        more_removals: 2,
      },
    },
  ],
  moderationLog: [
    {
      query: "moderationLog",
      params: {},
      data: [{ year: 2026, month: 11, action: "remove-post", rule: "spam", count: 2 }],
    },
    {
      query: "logEntries",
      params: {},
      data: {
        entries: [
          {
            id: 3,
            created_at: "2026-11-21T04:00:00Z",
            action: "remove-post",
            made_by: hana.id,
            made_by_name: hana.display_name,
            subject: "post:12",
            post_id: 12,
            member_id: "alex",
            member_name: "Alex Leaf",
            rule: "spam",
            note: null,
            former_member: null,
          },
        ],
        next: null,
      },
    },
  ],
  search: [{ query: "found", params: {}, data: { posts: [], has_more_posts: false, members: [] } }],
  memberSearch: [
    {
      query: "membersFound",
      params: {},
      data: {
        members: [
          {
            member: author,
            bio: "宇治",
            favorite_tea_type: "gyokuro",
            favorite_tea_variety: "saemidori",
            posts_count: 2,
            is_followed: false,
          },
        ],
        next: null,
      },
    },
  ],
  profileEdit: [{ query: "me", params: {}, data: hana }],
  moderation: [
    { query: "cases", params: {}, data: { cases: [], total: 0 } },
    { query: "appeals", params: {}, data: { appeals: [] } },
  ],
  roles: [
    {
      query: "roles",
      params: {},
      data: { holders: [{ id: hana.id, display_name: "茶畑 はな", role: "administrator" }] },
    },
  ],
  notifications: [
    {
      query: "notifications",
      params: {},
      data: {
        notifications: [
          {
            kind: "comment",
            at: "2026-11-21T04:00:00Z",
            is_unread: true,
            post_id: 12,
            text: "一番茶",
            count: 2,
            name: hana.display_name,
          },
        ],
        has_unread: true,
      },
    },
    { query: "notificationSettings", params: {}, data: choicesOfHana },
  ],
};
