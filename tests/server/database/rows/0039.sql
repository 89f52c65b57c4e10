INSERT INTO accounts (id, issuer, subject, email, full_name, created_at, suspended_at, suspended_until, suspension_reason, role) VALUES
  ('11111111-1111-4111-8111-111111111111', 'https://accounts.example', 'hana', 'hana@tea.example', '花 “山” O''Neil', '2026-02-28 23:59:59.123456', NULL, NULL, NULL, 'moderator'),
  ('22222222-2222-4222-8222-222222222222', 'https://accounts.example', 'alex', NULL, NULL, '2026-03-01 00:00:00', '2026-03-04 00:00:00', '2026-03-11 00:00:00', '宣伝の繰り返し', NULL);
INSERT INTO profiles (id, display_name, email, bio, avatar_url, language, favorite_tea_type, favorite_tea_variety, created_at, updated_at, welcome_due_since, notifications_read_at, notice_seen_at, shares_favourites, shares_follows, indexed_name, avatar_fingerprints) VALUES
  ('11111111-1111-4111-8111-111111111111', 'はな 🍵', 'hana@tea.example', '玉露', NULL, 'ja', 'gyokuro', 'yabukita', '2026-02-28 23:59:59.123456', '2026-03-02 01:02:03', '2026-03-01 00:00:00', '2026-03-07 00:00:00', '2026-03-08 00:00:00', false, true, 'はな 🍵', '["efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef"]');
INSERT INTO sessions (id, account_id, token_hash, previous_hash, device, created_at, seen_at, expires_at, ends_at) VALUES
  ('33333333-3333-4333-8333-333333333333', '11111111-1111-4111-8111-111111111111', '66d34fba71f8f450f7e45598853e53bfc23bbd129027cbb131a2f4ffd7878cd0', NULL, 'Chrome', '2026-03-02 00:00:00', '2026-03-02 00:00:00', '2026-03-02 01:00:00', '2026-04-01 00:00:00');
INSERT INTO pending_sign_ins (token_hash, state, nonce, verifier, return_path, language, expires_at) VALUES
  ('0000000000000000000000000000000000000000000000000000000000000000', 'state', 'nonce', 'verifier', '/ja', 'ja', '2026-03-02 00:10:00');
INSERT INTO posts (id, user_id, content, category, title, tea_type, tea_variety, prefecture, rating, price_yen, shop_name, harvest_period, processing_method, language, likes, comments_count, created_at, edited_at, answer_id) VALUES
  (7, '11111111-1111-4111-8111-111111111111', '深蒸しの香り', 'review', '新茶', 'sencha', 'yabukita', 'shizuoka', 5, 1080, NULL, NULL, NULL, 'ja', 1, 1, '2026-03-03 04:05:06.000007', NULL, NULL),
  (8, NULL, 'What is 玉露?', 'question', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'en', 0, 2, '2026-03-03 05:00:00', '2026-03-03 05:30:00', 6);
INSERT INTO post_texts (post_id, folded, grams) VALUES
  (7, '新茶
深蒸しの香り
sencha
煎茶
shizuoka
静岡県
やぶきた
やぶきた
yabukita', 'mngxry xry pqnygu ygushz shzsiw siwgej gejsjy sjy aeladx adxaeg aegadv advaea aeaadt adt qxqxry aelaea aeaaeb aebaes aesaen aenaeh aehaed aedadt fifjcb jcbtce tce sjssje sjeshp shpsih sih aeradt adtadu aduaen aenaed aedaeb aebaem aemadt');
INSERT INTO post_images (id, user_id, post_id, position, alt, name, files, width, height, placeholder, srcset, sources, bytes, created_at, fingerprint, file_fingerprints) VALUES
  ('44444444-4444-4444-8444-444444444444', '11111111-1111-4111-8111-111111111111', 7, 0, '茶畑', '11111111-1111-4111-8111-111111111111/a.jpg', '["11111111-1111-4111-8111-111111111111/a.jpg"]', 640, 480, 'data:image/webp;base64,AA==', '/media/post-images/11111111-1111-4111-8111-111111111111/a.jpg 640w', '[]', 1000, '2026-03-03 04:00:00', 'abababababababababababababababababababababababababababababababab', '["bcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbc"]');
INSERT INTO post_likes (id, user_id, post_id, created_at) VALUES
  (3, '22222222-2222-4222-8222-222222222222', 7, '2026-03-03 06:00:00');
INSERT INTO comments (id, post_id, user_id, content, created_at, edited_at, parent_id, parent_at) VALUES
  (5, 7, '22222222-2222-4222-8222-222222222222', 'いいですね', '2026-03-03 06:01:00', '2026-03-03 06:02:00', NULL, NULL),
  (6, 8, '11111111-1111-4111-8111-111111111111', '玉露は覆いの下で育てます', '2026-03-03 06:03:00', NULL, NULL, NULL),
  (9, 8, '22222222-2222-4222-8222-222222222222', '覆いは何日ですか', '2026-03-03 06:04:00', NULL, 6, '2026-03-03 06:03:00');
INSERT INTO removed_posts (id, removed_at) VALUES (6, '2026-03-03 00:00:00');
INSERT INTO idempotency_keys (user_id, key, post_id, created_at) VALUES
  ('11111111-1111-4111-8111-111111111111', '55555555-5555-4555-8555-555555555555', 7, '2026-03-03 04:05:06');
INSERT INTO pending_removals (id, bucket, name, created_at) VALUES
  (1, 'post-images', '11111111-1111-4111-8111-111111111111/gone.jpg', '2026-03-03 00:00:00');
INSERT INTO moderation_log (id, created_at, made_by, action, subject_kind, subject_id, member_id, reason, details) VALUES
  (2, '2026-03-04 00:00:00', 'operator', 'suspend', 'member', NULL, '22222222-2222-4222-8222-222222222222', '宣伝の繰り返し', '{"days": 7, "until": "2026-03-11T00:00:00Z"}');
INSERT INTO completed_sign_ins (state_hash, expires_at) VALUES
  ('1111111111111111111111111111111111111111111111111111111111111111', '2026-03-02 00:10:00');
INSERT INTO reports (id, created_at, reporter_id, contact, reported_text, subject, member_id, reason, note, closed_at, outcome) VALUES
  (1, '2026-03-05 00:00:00', '11111111-1111-4111-8111-111111111111', NULL, '新茶の話', 'post:8', NULL, 'spam', '宣伝です', NULL, NULL),
  (2, '2026-03-05 00:10:00', NULL, 'reader@tea.example', NULL, 'member:22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', 'rude', NULL, '2026-03-06 00:00:00', 'keep');
INSERT INTO member_relations (member_id, other_id, kind, created_at) VALUES
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'mute', '2026-03-06 01:00:00');
INSERT INTO muted_topics (member_id, kind, value, written, created_at) VALUES
  ('22222222-2222-4222-8222-222222222222', 'word', 'まっちゃ', 'マッチャ', '2026-03-06 02:00:00'),
  ('22222222-2222-4222-8222-222222222222', 'category', 'question', 'question', '2026-03-06 02:00:00');
INSERT INTO saved_posts (id, user_id, post_id, created_at) VALUES
  (1, '22222222-2222-4222-8222-222222222222', 7, '2026-03-06 03:00:00');
INSERT INTO follows (member_id, kind, value, created_at) VALUES
  ('22222222-2222-4222-8222-222222222222', 'cultivar', 'saemidori', '2026-03-06 04:00:00');
INSERT INTO notification_choices (member_id, kind, channel, created_at) VALUES
  ('22222222-2222-4222-8222-222222222222', 'like', 'off', '2026-03-06 05:00:00'),
  ('11111111-1111-4111-8111-111111111111', 'comment', 'letter', '2026-03-06 05:00:00');
INSERT INTO letter_consents (member_id, consented_at) VALUES
  ('11111111-1111-4111-8111-111111111111', '2026-03-06 05:00:00');
INSERT INTO letters (id, member_id, week, state, attempts, due_at) VALUES
  (1, '11111111-1111-4111-8111-111111111111', '2026-03-09', 'sent', 1, '2026-03-09 23:01:00');
INSERT INTO notices (member_id, kind, comment_id, post_id, at) VALUES
  ('11111111-1111-4111-8111-111111111111', 'reply', 9, 8, '2026-03-03 06:04:00');
INSERT INTO notification_reads (member_id, post_id, read_at) VALUES
  ('11111111-1111-4111-8111-111111111111', 8, '2026-03-03 07:00:00');
INSERT INTO withheld_posts (post_id, state, at) VALUES
  (8, 'deleted', '2026-03-09 00:00:00');
INSERT INTO withheld_comments (comment_id, state, at, was_answer) VALUES
  (9, 'deleted', '2026-03-09 00:00:00', false);
INSERT INTO appeals (entry_id, member_id, note, created_at, outcome, decided_by, decided_at) VALUES
  (2, '22222222-2222-4222-8222-222222222222', '一度だけでした', '2026-03-05 00:00:00', 'upheld', '11111111-1111-4111-8111-111111111111', '2026-03-06 00:00:00');
INSERT INTO undone_entries (entry_id) VALUES (1);
INSERT INTO refused_pictures (fingerprint, post_id, created_at) VALUES
  ('cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 6, '2026-03-09 00:00:00');
INSERT INTO listed_words (word, written, created_at) VALUES ('やすい', 'ヤスイ', '2026-03-06 06:00:00');
INSERT INTO recent_texts (id, member_id, kind, digest, at) VALUES
  (1, '22222222-2222-4222-8222-222222222222', 'post', '3333333333333333333333333333333333333333333333333333333333333333', '2026-03-06 07:00:00');
INSERT INTO collections (id, member_id, name, folded, is_shared, created_at) VALUES
  ('66666666-6666-4666-8666-666666666666', '22222222-2222-4222-8222-222222222222', 'マッチャ', 'まっちゃ', true, '2026-03-10 00:00:00');
INSERT INTO collection_posts (id, collection_id, post_id, created_at) VALUES
  (1, '66666666-6666-4666-8666-666666666666', 7, '2026-03-10 00:00:00');
INSERT INTO post_mentions (post_id, at, length, member_id) VALUES
  (7, 0, 3, '22222222-2222-4222-8222-222222222222');
INSERT INTO comment_mentions (comment_id, at, length, member_id) VALUES
  (5, 0, 3, '11111111-1111-4111-8111-111111111111');
INSERT INTO member_names (member_id, suffix, place) VALUES
  ('11111111-1111-4111-8111-111111111111', 'はな 🍵', 0);
INSERT INTO post_notices (member_id, post_id, at) VALUES
  ('22222222-2222-4222-8222-222222222222', 7, '2026-03-03 04:05:06');
INSERT INTO reset_profiles (entry_id, member_id, created_at, display_name, bio, picture, fingerprints) VALUES
  (2, '22222222-2222-4222-8222-222222222222', '2026-03-04 00:00:00', '安い茶', NULL, NULL, NULL);
INSERT INTO refused_avatars (fingerprint, entry_id, created_at) VALUES
  ('dededededededededededededededededededededededededededededededede', 2, '2026-03-04 00:00:00');
INSERT INTO notification_group_reads (member_id, group_name, read_at) VALUES
  ('22222222-2222-4222-8222-222222222222', 'decisions', '2026-03-09 00:00:00'),
  ('11111111-1111-4111-8111-111111111111', 'cultivar:saemidori', '2026-03-09 00:00:00');
INSERT INTO departed_identities (identity_hash, returns_at) VALUES
  ('adadadadadadadadadadadadadadadadadadadadadadadadadadadadadadadad', '2026-03-10 00:00:00');
