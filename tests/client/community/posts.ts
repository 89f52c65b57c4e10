/** Builders of posts, pictures, comments and their pages, as the API returns them. */
import type {
  CommentPage,
  CommentView,
  PostImageView,
  PostPage,
  PostView,
} from "../../../client/wire/types.generated.ts";

export const author = { id: "member-hana", display_name: "Hana", avatar_url: null };

export function aPost(part: Partial<PostView> = {}): PostView {
  return {
    id: 12,
    user: author,
    content: "Steeped twice; the second cup is the sweet one.",
    category: "review",
    title: null,
    tea_type: "sencha",
    tea_variety: "saemidori",
    prefecture: "shizuoka",
    rating: 4,
    price_yen: null,
    shop_name: null,
    harvest_period: null,
    processing_method: null,
    language: "en",
    created_at: "2026-11-21T03:30:00Z",
    edited_at: null,
    likes: 3,
    isLiked: false,
    commentsCount: 2,
    images: [],
    answer_id: null,
    pinned_id: null,
    are_comments_locked: false,
    withheld: null,
    ...part,
  };
}

export function anImage(part: Partial<PostImageView> = {}): PostImageView {
  return {
    id: "image-1",
    url: "/media/post-images/member-hana/1.jpg",
    width: 1600,
    height: 1200,
    placeholder: "data:image/webp;base64,UklGRg==",
    alt: null,
    sources: [{ type: "image/avif", srcset: "/media/d/a-480.avif 480w, /media/d/a-960.avif 960w" }],
    srcset: "/media/d/a-480.jpg 480w, /media/d/a-960.jpg 960w",
    ...part,
  };
}

/** Returns posts from the newest to the oldest, with descending ids from 1000. */
export function somePosts(count: number, part: Partial<PostView> = {}): readonly PostView[] {
  const newest = Date.parse("2026-11-21T03:30:00Z");
  const written = (index: number) => new Date(newest - index * 1000).toISOString();
  return Array.from({ length: count }, (_, index) =>
    aPost({ id: 1000 - index, created_at: written(index), ...part }),
  );
}

export function aPostPage(part: Partial<PostPage> = {}): PostPage {
  return { posts: somePosts(10), next: null, remaining: 0, remaining_is_more: false, ...part };
}

export function aComment(part: Partial<CommentView> = {}): CommentView {
  return {
    id: 1,
    post_id: 12,
    content: "Mine needed cooler water.",
    created_at: "2026-11-21T03:45:00Z",
    edited_at: null,
    user: author,
    parent_id: null,
    is_parent_shown: false,
    withheld: null,
    ...part,
  };
}

export function aCommentPage(part: Partial<CommentPage> = {}): CommentPage {
  return { comments: [], next: null, total: 0, answer: null, pinned: null, ...part };
}
