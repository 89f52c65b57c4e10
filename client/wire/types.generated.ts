/** Types of requests and responses; written by generate.mjs from shared/api.json. */

export interface AccountRemoval {
  readonly confirmation: string;
  readonly posts: "remove" | "keep";
}

export interface AppealDecision {
  readonly edited_at?: string | null;
  readonly entry_id: number;
  readonly note: string;
  readonly outcome: "upheld" | "reversed";
}

export interface AppealList {
  readonly appeals: readonly AppealView[];
}

export interface AppealView {
  readonly action: string;
  readonly created_at: string;
  readonly decided_at: string;
  readonly entry_id: number;
  readonly is_own_decision: boolean;
  readonly may_answer: boolean;
  readonly member_id: string;
  readonly member_name: string;
  readonly note: string;
  readonly post_id: number | null;
  readonly reason: string | null;
  readonly rule: string | null;
  readonly thing?: ReportedThing | null;
}

export interface Author {
  readonly avatar_url: string | null;
  readonly display_name: string;
  readonly id: string;
}

export interface AvatarForm {
  readonly file: string;
  readonly profile?: string | null;
}

export interface AvatarView {
  readonly avatar_url: string;
}

export interface Card {
  readonly alt: string;
  readonly url: string;
}

export interface CaseList {
  readonly acts?: readonly RecentAct[];
  readonly cases: readonly CaseView[];
  readonly next?: string | null;
  readonly total: number;
}

export interface CaseView {
  readonly author?: string | null;
  readonly earlier: number;
  readonly former_member?: string | null;
  readonly kind: "post" | "comment" | "member" | "cultivar";
  readonly member_id?: string | null;
  readonly replaced_pictures?: readonly ReportedPicture[];
  readonly reported_texts?: readonly string[];
  readonly reports: readonly ReportView[];
  readonly seen: number;
  readonly subject: string;
  readonly thing: ReportedThing | null;
}

export interface ChosenImage {
  readonly alt?: string | null;
  readonly id: string;
}

export interface CollectionChange {
  readonly is_shared: boolean;
  readonly name: string;
}

export interface CollectionChoice {
  readonly collections: readonly string[];
}

export interface CollectionEntry {
  readonly has_post: boolean;
  readonly id: string;
  readonly is_shared: boolean;
  readonly name: string;
  readonly posts_count: number;
}

export interface CollectionList {
  readonly collections: readonly CollectionEntry[];
}

export interface CollectionView {
  readonly id: string;
  readonly is_shared: boolean;
  readonly name: string;
  readonly owner: Author;
  readonly posts_count: number;
}

export interface CommentAdded {
  readonly id: number;
  readonly post_id: number;
  readonly type: "commentAdded";
}

export interface CommentEdit {
  readonly content: string;
}

export interface CommentEdited {
  readonly id: number;
  readonly post_id: number;
  readonly type: "commentEdited";
}

export interface CommentPage {
  readonly answer: CommentView | null;
  readonly comments: readonly CommentView[];
  readonly next: string | null;
  readonly pinned: CommentView | null;
  readonly total: number;
}

export interface CommentRemoved {
  readonly id: number;
  readonly post_id: number;
  readonly type: "commentRemoved";
}

export interface CommentView {
  readonly content: string;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly id: number;
  readonly is_parent_shown: boolean;
  readonly mentions?: readonly MentionView[];
  readonly parent_id: number | null;
  readonly post_id: number;
  readonly user: Author | null;
  readonly withheld: "deleted" | "hidden" | "links" | "repeat" | "burst" | "word" | null;
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
  readonly liked_count: number;
  readonly posts_count: number;
  readonly role: "moderator" | "administrator" | null;
  readonly updated_at: string;
}

export interface DecisionCount {
  readonly action: string;
  readonly count: number;
  readonly month: number;
  readonly rule: string | null;
  readonly year: number;
}

export interface DecisionReceipt {
  readonly closed: number;
  readonly contacts: readonly string[];
}

export interface FilledField {
  readonly name: "rating" | "price_yen" | "shop_name" | "harvest_period" | "processing_method";
  readonly text: string;
}

export interface FollowAsked {
  readonly id: string;
  readonly kind: "cultivar" | "member" | "prefecture" | "tea-type" | "question";
  readonly name: string | null;
}

export interface FollowList {
  readonly asked?: FollowAsked | null;
  readonly follows: readonly Followed[];
}

export interface FollowState {
  readonly is_followed: boolean;
}

export interface Followed {
  readonly created_at: string;
  readonly id: string;
  readonly kind: "cultivar" | "member" | "prefecture" | "tea-type" | "question";
  readonly name: string | null;
}

export interface FoundInCommunity {
  readonly has_more_posts: boolean;
  readonly members: readonly Author[];
  readonly posts: readonly FoundPost[];
}

export interface FoundPost {
  readonly author: string | null;
  readonly category: string;
  readonly created_at: string;
  readonly excerpt: string;
  readonly id: number;
  readonly title: string | null;
}

export interface Heartbeat {
  readonly type: "heartbeat";
}

export interface HiddenList {
  readonly asked?: Author | null;
  readonly categories: readonly string[];
  readonly members: readonly HiddenMember[];
  readonly words: readonly string[];
}

export interface HiddenMember {
  readonly created_at: string;
  readonly kind: "mute" | "block";
  readonly member: Author;
}

export interface Hours {
  readonly en: string | null;
  readonly ja: string | null;
}

export interface ImageSource {
  readonly srcset: string;
  readonly type: string;
}

export interface LanguageChange {
  readonly language: "en" | "ja";
}

export interface LikeState {
  readonly isLiked: boolean;
  readonly likes: number;
}

export interface Live {
  readonly status?: "live";
}

export type LiveMessage = PostCreated | PostChanged | PostEdited | PostRemoved | PostRestored | CommentAdded | CommentEdited | CommentRemoved | NotificationsChanged | Heartbeat;

export interface LogDetails {
  readonly before?: string | null;
  readonly category?: string | null;
  readonly edition?: string | null;
  readonly parts?: readonly ("name" | "bio" | "picture" | "collections")[];
  readonly role?: string | null;
  readonly until?: string | null;
  readonly word?: string | null;
}

export interface LogEntry {
  readonly action: string;
  readonly can_undo?: boolean;
  readonly created_at: string;
  readonly details?: LogDetails | null;
  readonly former_member: string | null;
  readonly id: number;
  readonly made_by: string | null;
  readonly made_by_name: string | null;
  readonly member_id: string | null;
  readonly member_name: string | null;
  readonly note: string | null;
  readonly post_id: number | null;
  readonly rule: string | null;
  readonly subject: string;
  readonly thing?: ReportedThing | null;
}

export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly next: number | null;
}

export interface MemberCard {
  readonly bio: string | null;
  readonly favorite_tea_type: string | null;
  readonly favorite_tea_variety: string | null;
  readonly is_followed: boolean;
  readonly member: Author;
  readonly posts_count: number;
}

export interface MemberPage {
  readonly members: readonly MemberCard[];
  readonly next: string | null;
}

export interface MentionView {
  readonly at: number;
  readonly id: string;
  readonly length: number;
}

export interface MetaProperty {
  readonly content: string;
  readonly name: string;
}

export interface NamedMembers {
  readonly members: readonly Author[];
}

export interface Names {
  readonly en: string;
  readonly ja: string;
}

export interface NewAppeal {
  readonly entry_id: number;
  readonly note: string;
}

export interface NewCollection {
  readonly name: string;
  readonly post?: number | null;
}

export interface NewComment {
  readonly content: string;
  readonly parent?: number | null;
}

export interface NewDecision {
  readonly category?: string | null;
  readonly days?: number | null;
  readonly decision: "keep" | "warn" | "hide" | "remove" | "lock" | "move" | "reset" | "suspend" | "sign-out" | "accept";
  readonly edited_at?: string | null;
  readonly edition?: string | null;
  readonly everything?: boolean;
  readonly note?: string | null;
  readonly parts?: readonly ("name" | "bio" | "picture" | "collections")[] | null;
  readonly rule: "spam" | "rude" | "wrongCategory" | "personalData" | "rights" | "wrongFact" | "other";
  readonly seen: number;
  readonly subject: string;
}

export interface NewPost {
  readonly category: string;
  readonly content: string;
  readonly harvest_period?: string | null;
  readonly images?: readonly ChosenImage[];
  readonly language: "en" | "ja";
  readonly prefecture?: string | null;
  readonly price_yen?: number | string | null;
  readonly processing_method?: string | null;
  readonly rating?: number | null;
  readonly shop_name?: string | null;
  readonly tea_type?: string | null;
  readonly tea_variety?: string | null;
  readonly title?: string | null;
}

export interface NewReport {
  readonly note?: string | null;
  readonly reason: string;
  readonly subject: string;
}

export interface NewUndo {
  readonly edited_at?: string | null;
  readonly note?: string | null;
}

export interface Notification {
  readonly at: string;
  readonly count: number;
  readonly cultivar?: string | null;
  readonly group?: string | null;
  readonly is_of_post?: boolean;
  readonly is_unread: boolean;
  readonly kind: string;
  readonly name: string | null;
  readonly post_id: number | null;
  readonly text: string;
}

export interface NotificationChoices {
  readonly answer?: "on" | "off" | "letter";
  readonly comment?: "on" | "off" | "letter";
  readonly decision?: "on" | "off" | "letter";
  readonly follow?: "on" | "off" | "letter";
  readonly like?: "on" | "off" | "letter";
  readonly mention?: "on" | "off" | "letter";
  readonly question?: "on" | "off" | "letter";
  readonly reply?: "on" | "off" | "letter";
  readonly report?: "on" | "off" | "letter";
}

export interface NotificationList {
  readonly has_unread: boolean;
  readonly notifications: readonly Notification[];
}

export interface NotificationSettings {
  readonly choices: NotificationChoices;
  readonly consented_at: string | null;
  readonly email: string | null;
  readonly is_letter_offered: boolean;
}

export interface NotificationsChanged {
  readonly member_id: string;
  readonly type: "notificationsChanged";
}

export interface Operator {
  readonly address: string | null;
  readonly email: string | null;
  readonly hours: Hours;
  readonly name: string | null;
  readonly phone: string | null;
  readonly representative: string | null;
}

export interface OwnDecision {
  readonly action: string;
  readonly appeal?: "open" | "upheld" | "reversed" | null;
  readonly by_same_moderator?: boolean;
  readonly can_appeal?: boolean;
  readonly created_at: string;
  readonly id?: number;
  readonly note: string | null;
  readonly parts?: readonly ("name" | "bio" | "picture" | "collections")[];
  readonly post_id?: number | null;
  readonly rule: string | null;
  readonly subject_id?: number | null;
  readonly written_at?: string | null;
}

export interface PageMeta {
  readonly card?: Card | null;
  readonly description: string;
  readonly embeddable?: boolean;
  readonly feed?: string;
  readonly original?: "en" | "ja";
  readonly properties?: readonly MetaProperty[];
  readonly query?: string | null;
  readonly robots: string;
  readonly title: string;
  readonly type?: "article" | "profile" | "website";
}

export interface PagePayload {
  readonly language: "en" | "ja";
  readonly meta: PageMeta;
  readonly now: string;
  readonly params: Readonly<Record<string, string>>;
  readonly preloaded: readonly Preloaded[];
  readonly route: string;
  readonly site: Site;
  readonly status: number;
  readonly url: string;
  readonly viewer: Viewer | null;
}

export interface PictureForm {
  readonly file: string;
}

export interface PostChanged {
  readonly commentsCount: number;
  readonly id: number;
  readonly likes: number;
  readonly type: "postChanged";
}

export interface PostCounts {
  readonly posts: Readonly<Record<string, number>>;
}

export interface PostCreated {
  readonly category: string;
  readonly id: number;
  readonly language: "en" | "ja";
  readonly type: "postCreated";
  readonly user_id: string;
}

export interface PostEdit {
  readonly based_on?: string | null;
  readonly category?: string | null;
  readonly content: string;
  readonly harvest_period?: string | null;
  readonly images?: readonly ChosenImage[];
  readonly prefecture?: string | null;
  readonly price_yen?: number | string | null;
  readonly processing_method?: string | null;
  readonly rating?: number | null;
  readonly shop_name?: string | null;
  readonly tea_type?: string | null;
  readonly tea_variety?: string | null;
  readonly title?: string | null;
}

export interface PostEdited {
  readonly id: number;
  readonly type: "postEdited";
}

export interface PostImageView {
  readonly alt: string | null;
  readonly height: number;
  readonly id: string;
  readonly placeholder: string;
  readonly sources: readonly ImageSource[];
  readonly srcset: string;
  readonly url: string;
  readonly width: number;
}

export interface PostPage {
  readonly has_known_cursor?: boolean;
  readonly next: string | null;
  readonly posts: readonly PostView[];
  readonly rating?: RatingSummary | null;
  readonly remaining: number;
  readonly remaining_is_more: boolean;
}

export interface PostRemoved {
  readonly id: number;
  readonly type: "postRemoved";
}

export interface PostRestored {
  readonly id: number;
  readonly type: "postRestored";
}

export interface PostView {
  readonly answer_id: number | null;
  readonly are_comments_locked: boolean;
  readonly category: string;
  readonly commentsCount: number;
  readonly content: string;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly harvest_period: string | null;
  readonly id: number;
  readonly images: readonly PostImageView[];
  readonly isLiked: boolean;
  readonly language: "en" | "ja";
  readonly likes: number;
  readonly mentions?: readonly MentionView[];
  readonly pinned_id: number | null;
  readonly prefecture: string | null;
  readonly price_yen: number | null;
  readonly processing_method: string | null;
  readonly rating: number | null;
  readonly shop_name: string | null;
  readonly tea_type: string | null;
  readonly tea_variety: string | null;
  readonly title: string | null;
  readonly user: Author | null;
  readonly withheld: "deleted" | "hidden" | "links" | "repeat" | "burst" | "word" | null;
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
  readonly posts_count: number;
}

export interface RatingSummary {
  readonly count: number;
  readonly mean: number;
}

export interface Ready {
  readonly checks: Readonly<Record<string, "ok" | "failing">>;
  readonly status: "ready" | "waiting";
}

export interface RecentAct {
  readonly action: "hide-post" | "hide-comment" | "release-post" | "release-comment" | "lock-comments" | "move-post" | "suspend" | "warn" | "reset-profile";
  readonly created_at: string;
  readonly former_member?: string | null;
  readonly id: number;
  readonly member_id?: string | null;
  readonly member_name?: string | null;
  readonly note: string | null;
  readonly rule: string | null;
  readonly thing: ReportedThing | null;
}

export interface RelationChange {
  readonly kind: "mute" | "block";
}

export interface ReportReceipt {
  readonly is_new: boolean;
  readonly subject: string;
}

export interface ReportView {
  readonly contact: string | null;
  readonly created_at: string;
  readonly is_of_member: boolean;
  readonly note: string | null;
  readonly reason: string;
}

export interface ReportedPicture {
  readonly alt: string | null;
  readonly height: number;
  readonly url: string;
  readonly width: number;
}

export interface ReportedThing {
  readonly author: string | null;
  readonly collections?: readonly string[];
  readonly edited_at?: string | null;
  readonly fields?: readonly FilledField[];
  readonly filled?: readonly ("name" | "bio" | "picture" | "collections")[];
  readonly held?: string | null;
  readonly images?: readonly ReportedPicture[];
  readonly is_deleted?: boolean;
  readonly kind: "post" | "comment" | "member" | "cultivar";
  readonly member_id: string | null;
  readonly post_id: number | null;
  readonly subject: string;
  readonly text: string;
}

export interface RoleChange {
  readonly reason: string;
  readonly role: "moderator" | "administrator" | null;
  readonly subject: string;
}

export interface RoleHolder {
  readonly display_name: string;
  readonly id: string;
  readonly role: string;
}

export interface RoleList {
  readonly holders: readonly RoleHolder[];
}

export interface SaveState {
  readonly is_saved: boolean;
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

export interface SettingsChange {
  readonly choices: NotificationChoices;
  readonly consents: boolean;
}

export interface SharedCollection {
  readonly id: string;
  readonly name: string;
  readonly posts_count: number;
}

export interface SharedThings {
  readonly collections: readonly SharedCollection[];
  readonly cultivars: readonly string[];
}

export interface Sharing {
  readonly collections: readonly CollectionEntry[];
  readonly favourites: boolean;
  readonly followed_cultivars: boolean;
}

export interface SharingChoice {
  readonly collections: readonly string[];
  readonly favourites: boolean;
  readonly followed_cultivars: boolean;
}

export interface Site {
  readonly marks_unset: boolean;
  readonly names: Names;
  readonly origin: string;
  readonly social: readonly SocialLink[];
}

export interface SocialLink {
  readonly label: string;
  readonly url: string;
}

export interface SuspensionView {
  readonly decisions: readonly OwnDecision[];
  readonly display_name: string;
  readonly member_id: string;
  readonly more_removals: number;
  readonly until: string | null;
}

export interface TopicsChange {
  readonly categories: readonly string[];
  readonly words: readonly string[];
}

export interface UnreadState {
  readonly has_unread: boolean;
}

export interface UploadView {
  readonly id: string;
  readonly image: PostImageView;
}

export interface Viewer {
  readonly avatar_url: string | null;
  readonly display_name: string;
  readonly has_notice?: boolean;
  readonly has_unread?: boolean;
  readonly id: string;
  readonly language: "en" | "ja";
  readonly role?: "administrator" | "moderator" | null;
}
