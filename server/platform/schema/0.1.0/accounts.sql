-- Accounts: users, how they sign in, and what remains of a removed account.

-- A person who signs in: a shopper or an admin.
CREATE TABLE app_user (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT app_user_pkey PRIMARY KEY,
  -- Trimmed and in lower case. Of a removed account: # and the id.
  email text NOT NULL
    CONSTRAINT app_user_email_key UNIQUE
    CONSTRAINT app_user_email_check CHECK (email = lower(email)),
  -- International form, such as +358401234567.
  phone text CONSTRAINT app_user_phone_check CHECK (phone ~ '^\+[1-9][0-9]{5,14}$'),
  is_verified boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  phone_unique_warning boolean NOT NULL DEFAULT false,
  blocked_at timestamptz,
  language_id integer NOT NULL CONSTRAINT app_user_language_id_fkey REFERENCES language,
  active_store_id integer,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What admins' searches match: the address, and the number in its international and its national form.
  search_text text GENERATED ALWAYS AS (
    search_form(' ' || email || coalesce(' ' || phone || ' ' || regexp_replace(phone, '^\+(358|46)', '0'), ''))) STORED,
  active_preorder_event_id integer,
  -- Whether receipts are emailed automatically.
  mails_receipts boolean NOT NULL DEFAULT true,
  -- Since then the row is anonymous: orders still reference it, and nobody can sign in with it.
  removed_at timestamptz,
  CONSTRAINT app_user_verified_phone_check CHECK (NOT is_verified OR phone IS NOT NULL),
  CONSTRAINT app_user_removed_check CHECK (removed_at IS NULL OR (email = '#' || id AND phone IS NULL
    AND NOT is_verified AND NOT is_admin AND last_login_at IS NULL AND active_store_id IS NULL
    AND active_preorder_event_id IS NULL))
);
-- A phone number belongs to one verified user.
CREATE UNIQUE INDEX app_user_verified_phone ON app_user (phone) WHERE is_verified;
CREATE INDEX app_user_phone ON app_user (phone) WHERE phone IS NOT NULL;
-- Searching, sorting and filtering the list of users. Users who never signed in sort before all others.
CREATE INDEX app_user_search ON app_user USING gin (text_grams(search_text));
CREATE INDEX app_user_email_order ON app_user (email COLLATE "C", id);
CREATE INDEX app_user_last_login ON app_user (coalesce(last_login_at, '-infinity'::timestamptz), id);
CREATE INDEX app_user_created ON app_user (created_at, id);
CREATE INDEX app_user_admins ON app_user (id) WHERE is_admin;
CREATE INDEX app_user_blocked ON app_user (id) WHERE blocked_at IS NOT NULL;
-- The users of a store that is hidden, and of an event that is closed.
CREATE INDEX app_user_active_store ON app_user (active_store_id) WHERE active_store_id IS NOT NULL;
CREATE INDEX app_user_active_preorder_event ON app_user (active_preorder_event_id) WHERE active_preorder_event_id IS NOT NULL;

-- Rights of people in a store besides the admin right: docs/developer/decisions/012-access-rights.md.
CREATE TABLE user_right (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT user_right_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT user_right_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT user_right_kind_check CHECK (kind IN ('keeper', 'helper', 'bookkeeper')),
  -- Null: in all stores, also in later ones.
  store_id integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Read with every session.
CREATE UNIQUE INDEX user_right_of_user ON user_right (user_id, kind, coalesce(store_id, 0));
CREATE INDEX user_right_store ON user_right (store_id) WHERE store_id IS NOT NULL;

-- Emailed invitations to rights in stores. Only the hash of the newest link is stored: a link that was sent again replaces the one before.
CREATE TABLE invitation (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT invitation_pkey PRIMARY KEY,
  -- Normalised as in app_user.
  email text NOT NULL CONSTRAINT invitation_email_check CHECK (email = lower(email)),
  language_id integer NOT NULL CONSTRAINT invitation_language_id_fkey REFERENCES language,
  -- [{"kind": "helper", "storeId": 1001}]; storeId null: all stores.
  rights jsonb NOT NULL,
  token_sha256 bytea NOT NULL CONSTRAINT invitation_token_sha256_key UNIQUE,
  -- Who sent the newest link; the link works only while this user is an admin.
  invited_by integer CONSTRAINT invitation_invited_by_fkey REFERENCES app_user ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  -- The account that accepted it.
  user_id integer CONSTRAINT invitation_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  CONSTRAINT invitation_accepted_check CHECK ((accepted_at IS NULL) = (user_id IS NULL)),
  CONSTRAINT invitation_end_check CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
);
-- An address has at most one open invitation.
CREATE UNIQUE INDEX invitation_open ON invitation (email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invitation_user ON invitation (user_id);
CREATE INDEX invitation_invited_by ON invitation (invited_by);

-- Phone numbers that no account may verify.
CREATE TABLE blocked_phone (
  phone text CONSTRAINT blocked_phone_pkey PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The user on whose page it was blocked: it can be unblocked there even if the user has another number since.
  user_id integer CONSTRAINT blocked_phone_user_id_fkey REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX blocked_phone_user ON blocked_phone (user_id);

-- Sign-in links and their codes. Only hashes are stored: a copy of this table signs nobody in.
CREATE TABLE login_link (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT login_link_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT login_link_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  link_sha256 bytea NOT NULL CONSTRAINT login_link_link_sha256_key UNIQUE,
  -- The timestamp in the link's path, in milliseconds.
  issued_ms bigint NOT NULL,
  code_hmac bytea NOT NULL,
  failed_code_attempts integer NOT NULL DEFAULT 0,
  -- The browser that requested the link: the code works only there.
  browser_sha256 bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX login_link_user ON login_link (user_id);
-- Read before the address is looked up, so that every address causes the same work.
CREATE INDEX login_link_browser ON login_link (browser_sha256);

-- Signed-in browsers and apps.
CREATE TABLE session (
  token_sha256 bytea CONSTRAINT session_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT session_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the session was last confirmed with a passkey.
  passkey_confirmed_at timestamptz,
  -- One word each, for the user's list of sessions. The whole user agent is not stored: it reveals far more.
  browser text CONSTRAINT session_browser_check CHECK (length(browser) <= 20),
  system text CONSTRAINT session_system_check CHECK (length(system) <= 20)
);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_expiry ON session (expires_at);

-- Sessions that ended because an admin disabled their user: such a browser is shown why, and no other is.
CREATE TABLE disabled_session (
  token_sha256 bytea CONSTRAINT disabled_session_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT disabled_session_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  ended_at timestamptz NOT NULL
);
CREATE INDEX disabled_session_user_id_idx ON disabled_session (user_id);
CREATE INDEX disabled_session_ended_at_idx ON disabled_session (ended_at);

-- Passkeys of admins. The public key verifies signatures and creates none: a copy of this table confirms nobody.
CREATE TABLE passkey (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT passkey_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT passkey_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  credential_id bytea NOT NULL
    CONSTRAINT passkey_credential_id_key UNIQUE
    CONSTRAINT passkey_credential_id_check CHECK (length(credential_id) BETWEEN 1 AND 1023),
  -- In COSE format, as the authenticator sent it.
  public_key bytea NOT NULL,
  -- The authenticator's signature count; 0 if it does not count.
  counter bigint NOT NULL CONSTRAINT passkey_counter_check CHECK (counter >= 0),
  -- How the browser may reach it: internal, hybrid, usb and the like.
  transports text[] NOT NULL,
  device_type text NOT NULL CONSTRAINT passkey_device_type_check CHECK (device_type IN ('singleDevice', 'multiDevice')),
  is_backed_up boolean NOT NULL,
  -- Chosen by its owner.
  name text NOT NULL CONSTRAINT passkey_name_check CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_user ON passkey (user_id);

-- What an authenticator must sign: one challenge per session and purpose, used once. Only its hash is stored.
CREATE TABLE passkey_challenge (
  session_sha256 bytea NOT NULL
    CONSTRAINT passkey_challenge_session_sha256_fkey REFERENCES session ON UPDATE CASCADE ON DELETE CASCADE,
  purpose text NOT NULL CONSTRAINT passkey_challenge_purpose_check CHECK (purpose IN ('add', 'confirm')),
  challenge_sha256 bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (session_sha256, purpose)
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);

-- The verification code that was last sent to a user; a new one replaces it.
CREATE TABLE phone_verification (
  user_id integer
    CONSTRAINT phone_verification_pkey PRIMARY KEY
    CONSTRAINT phone_verification_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  phone text NOT NULL,
  code_hmac bytea NOT NULL,
  failed_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Of the SMS in sms_delivery, so that a shopper who waits for it learns that it did not arrive.
  sms_reference text
);

-- How many SMS were sent to a number (key: the number) or for a user (key: the id), and until when the next one must wait: 60 s, 5 min,
-- 1 h, 24 h.
CREATE TABLE sms_cooldown (
  kind text NOT NULL CONSTRAINT sms_cooldown_kind_check CHECK (kind IN ('phone', 'user')),
  key text NOT NULL,
  sent_count integer NOT NULL,
  cooldown_until timestamptz NOT NULL,
  CONSTRAINT sms_cooldown_pkey PRIMARY KEY (kind, key)
);

-- How many codes were sent by SMS within an hour, and how many of them were used. Nothing in it identifies a person.
CREATE TABLE sms_code_hour (
  hour timestamptz CONSTRAINT sms_code_hour_pkey PRIMARY KEY,
  sent integer NOT NULL DEFAULT 0 CONSTRAINT sms_code_hour_sent_check CHECK (sent >= 0),
  used integer NOT NULL DEFAULT 0,
  CONSTRAINT sms_code_hour_used_check CHECK (used BETWEEN 0 AND sent)
);

-- The code that was last emailed to a user who wants to remove the account. Only a keyed hash: a copy of it removes nobody.
CREATE TABLE removal_code (
  user_id integer
    CONSTRAINT removal_code_pkey PRIMARY KEY
    CONSTRAINT removal_code_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  code_hmac bytea NOT NULL,
  failed_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Which accounts were erased, so that they are erased again after an older copy of the database was restored. Ids may be assigned again
-- then: an id means the same person only together with the time at which the account was created.
CREATE TABLE erased_user (
  user_id integer NOT NULL,
  user_created_at timestamptz NOT NULL,
  erased_at timestamptz NOT NULL,
  requested_by text NOT NULL CONSTRAINT erased_user_requested_by_check CHECK (requested_by IN ('user', 'admin', 'clean-up')),
  CONSTRAINT erased_user_pkey PRIMARY KEY (user_id, user_created_at)
);

-- What admins took from users or gave back: blocks, rights, passkeys; and cancelled messages. A journal beside the backups holds
-- a copy, so that a restore returns nothing that was taken since. Rows outlive their accounts: a new account of the same person must not
-- begin without the block, or with the right.
CREATE TABLE access_change (
  -- The order in which they were written. A restored database continues from its own; `id` is permanent.
  number integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT access_change_pkey PRIMARY KEY,
  id uuid NOT NULL CONSTRAINT access_change_id_key UNIQUE,
  -- admin_revoked: by another admin; admin_resigned: by the admin themself.
  kind text NOT NULL CONSTRAINT access_change_kind_check CHECK (kind IN ('blocked', 'unblocked', 'admin_revoked', 'admin_resigned',
    'admin_granted', 'right_revoked', 'right_granted', 'phone_blocked', 'phone_unblocked', 'passkeys_reset', 'passkey_removed',
    'message_cancelled')),
  -- As in erased_user: an id together with the time at which the account was created.
  user_id integer,
  user_created_at timestamptz,
  -- A keyed hash of the address (blocks and rights) or of the number, a hash of the passkey's id, or the message's key.
  subject text,
  -- Of right_revoked and right_granted, as in user_right.
  right_kind text,
  right_store_id integer,
  changed_at timestamptz NOT NULL,
  CONSTRAINT access_change_user_check CHECK ((user_id IS NULL) = (user_created_at IS NULL)),
  CONSTRAINT access_change_right_kind_check CHECK ((right_kind IS NOT NULL) = (kind IN ('right_revoked', 'right_granted')))
);
CREATE INDEX access_change_subject ON access_change (subject, changed_at, number) WHERE subject IS NOT NULL;
