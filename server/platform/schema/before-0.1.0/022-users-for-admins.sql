-- Users as admins look for them: by parts of the address, and of the number as it is written at home (040…) and abroad.
ALTER TABLE app_user ADD COLUMN search_text text GENERATED ALWAYS AS (
  search_form(' ' || email || coalesce(' ' || phone || ' ' || regexp_replace(phone, '^\+(358|46)', '0'), ''))) STORED;
CREATE INDEX app_user_search ON app_user USING gin (text_grams(search_text));
CREATE INDEX app_user_email_order ON app_user (email COLLATE "C", id);
-- Whoever never signed in comes last of the latest.
CREATE INDEX app_user_last_login ON app_user (coalesce(last_login_at, '-infinity'::timestamptz), id);
CREATE INDEX app_user_created ON app_user (created_at, id);
CREATE INDEX app_user_admins ON app_user (id) WHERE is_admin;
CREATE INDEX app_user_blocked ON app_user (id) WHERE blocked_at IS NOT NULL;
CREATE INDEX app_user_phone ON app_user (phone) WHERE phone IS NOT NULL;

-- On whose page it was blocked: a number that its user has given up can still be freed there.
ALTER TABLE blocked_phone ADD COLUMN user_id integer REFERENCES app_user ON DELETE SET NULL;
CREATE INDEX blocked_phone_user ON blocked_phone (user_id);
