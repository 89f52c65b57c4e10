INSERT INTO accounts (id, issuer, subject, email, full_name, created_at) VALUES
  ('11111111-1111-4111-8111-111111111111', 'https://accounts.example', 'hana', 'hana@tea.example', '花 “山” O''Neil', '2026-02-28 23:59:59.123456'),
  ('22222222-2222-4222-8222-222222222222', 'https://accounts.example', 'alex', NULL, NULL, '2026-03-01 00:00:00');
INSERT INTO profiles (id, display_name, email, bio, avatar_url, language, favorite_tea_type, favorite_tea_variety, created_at, updated_at) VALUES
  ('11111111-1111-4111-8111-111111111111', 'はな 🍵', 'hana@tea.example', '玉露', NULL, 'ja', 'gyokuro', 'yabukita', '2026-02-28 23:59:59.123456', '2026-03-02 01:02:03');
INSERT INTO sessions (id, account_id, token_hash, previous_hash, device, created_at, seen_at, expires_at, ends_at) VALUES
  ('33333333-3333-4333-8333-333333333333', '11111111-1111-4111-8111-111111111111', '66d34fba71f8f450f7e45598853e53bfc23bbd129027cbb131a2f4ffd7878cd0', NULL, 'Chrome', '2026-03-02 00:00:00', '2026-03-02 00:00:00', '2026-03-02 01:00:00', '2026-04-01 00:00:00');
INSERT INTO pending_sign_ins (token_hash, state, nonce, verifier, return_path, language, expires_at) VALUES
  ('0000000000000000000000000000000000000000000000000000000000000000', 'state', 'nonce', 'verifier', '/ja', 'ja', '2026-03-02 00:10:00');
