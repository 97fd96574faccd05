-- Accounts that are removed, and what the operator tells people of their data.

-- An erased person of whom orders or deeds stay: the row keeps the id alone, and nobody can sign in with it.
ALTER TABLE app_user
  ADD COLUMN removed_at timestamptz,
  ADD CONSTRAINT app_user_removed_is_nobody CHECK (removed_at IS NULL OR (email = '#' || id AND phone IS NULL
    AND NOT is_verified AND NOT is_admin AND last_login_at IS NULL AND active_store_id IS NULL
    AND active_preorder_event_id IS NULL));

-- The code that was last mailed to a person who wants to be removed. Only a keyed hash: a copy of it removes nobody.
CREATE TABLE removal_code (
  user_id integer PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  code_hmac bytea NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Who was erased, so that it is done again after an older copy of the database was restored. An id may be given anew then:
-- it is the same person only with the same beginning.
CREATE TABLE erased_user (
  user_id integer NOT NULL,
  user_created_at timestamptz NOT NULL,
  erased_at timestamptz NOT NULL,
  asked_by text NOT NULL CHECK (asked_by IN ('user', 'admin', 'clean-up')),
  PRIMARY KEY (user_id, user_created_at)
);

-- What the operator says of personal data and of cameras. Nothing was written yet: the texts that come with the shop.
ALTER TABLE setting
  DROP CONSTRAINT setting_name_check,
  ADD CONSTRAINT setting_name_check
    CHECK (name IN ('languages', 'retention', 'barcode_layouts', 'privacy_notice', 'camera_notice'));
INSERT INTO setting (name, value) VALUES ('privacy_notice', '{}'), ('camera_notice', '{}');
