-- People: languages, the operator, stores, users and how they sign in.
-- Ids start at 1001: a Finnish reference number needs at least three digits before its check digit.

CREATE TABLE language (
  id integer PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code IN ('en', 'fi', 'sv')),
  name text NOT NULL,
  position integer NOT NULL
);
INSERT INTO language (id, code, name, position) VALUES (1001, 'en', 'English', 1), (1002, 'fi', 'Suomi', 2), (1003, 'sv', 'Svenska', 3);

-- One row: who runs the stores.
CREATE TABLE operator (
  id integer PRIMARY KEY CHECK (id = 1),
  name text NOT NULL,
  business_id text NOT NULL,
  address text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL
);
INSERT INTO operator (id, name, business_id, address, email, phone) VALUES (1, '', '', '', '', '');

-- The terms of purchase, never edited: an order remembers which version it accepted. texts: {en: {title, paragraphs}, fi, sv}.
CREATE TABLE terms_version (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  texts jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE store (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  time_zone text NOT NULL DEFAULT 'Europe/Helsinki',
  always_open boolean NOT NULL DEFAULT false,
  published boolean NOT NULL DEFAULT false,
  enable_preorders boolean NOT NULL DEFAULT false,
  payment_mode text NOT NULL DEFAULT 'test' CHECK (payment_mode IN ('test', 'terminal')),
  lock_provider text,
  sells_age_restricted boolean NOT NULL DEFAULT false,
  -- Counts every change of what its shoppers see in the product list, stock included.
  catalogue_version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- weekday: 1 is Monday. Hours past midnight have closes_at at or before opens_at.
CREATE TABLE store_hours (
  store_id integer NOT NULL REFERENCES store,
  weekday integer NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  opens_at time NOT NULL,
  closes_at time NOT NULL,
  PRIMARY KEY (store_id, weekday)
);

-- Both times null: closed that day.
CREATE TABLE store_hours_exception (
  store_id integer NOT NULL REFERENCES store,
  date date NOT NULL,
  opens_at time,
  closes_at time,
  PRIMARY KEY (store_id, date),
  CHECK ((opens_at IS NULL) = (closes_at IS NULL))
);

CREATE TABLE terminal (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  store_id integer NOT NULL REFERENCES store,
  name text NOT NULL,
  provider text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX terminal_store ON terminal (store_id);

-- A person who signs in: a shopper or an admin. email is trimmed and in lower case.
CREATE TABLE app_user (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  phone text CHECK (phone ~ '^\+[1-9][0-9]{5,14}$'),
  is_verified boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  phone_unique_warning boolean NOT NULL DEFAULT false,
  blocked_at timestamptz,
  language_id integer NOT NULL REFERENCES language,
  active_store_id integer REFERENCES store,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT is_verified OR phone IS NOT NULL)
);
-- A phone number belongs to one verified user.
CREATE UNIQUE INDEX app_user_verified_phone ON app_user (phone) WHERE is_verified;

CREATE TABLE blocked_phone (
  phone text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Only hashes are kept: a copy of this table signs nobody in.
CREATE TABLE login_link (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  link_sha256 bytea NOT NULL UNIQUE,
  -- The timestamp of the link's path, in milliseconds.
  issued_ms bigint NOT NULL,
  code_hmac bytea NOT NULL,
  code_tries integer NOT NULL DEFAULT 0,
  -- The browser that asked: the code works there alone.
  browser_sha256 bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX login_link_user ON login_link (user_id);

CREATE TABLE session (
  token_sha256 bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_expiry ON session (expires_at);

-- The code that was last sent to a user; a new one takes its place.
CREATE TABLE phone_verification (
  user_id integer PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  phone text NOT NULL,
  code_hmac bytea NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

-- How often SMS went out to a phone (key: the number) or for a user (key: the id): 60 s, 5 min, 1 h, 24 h.
CREATE TABLE sms_cooldown (
  kind text NOT NULL CHECK (kind IN ('phone', 'user')),
  key text NOT NULL,
  sent_count integer NOT NULL,
  cooldown_until timestamptz NOT NULL,
  PRIMARY KEY (kind, key)
);

-- A visit: a shopper chose a store, or got its door code; at most one per store in 30 minutes.
CREATE TABLE visit (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  store_id integer NOT NULL REFERENCES store,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX visit_user ON visit (user_id, store_id, created_at);

-- What the development mailbox received. Empty in production.
CREATE TABLE development_mail (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  subject text,
  text text NOT NULL,
  html text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Secrets that the installation made for itself at its first start, by name.
CREATE TABLE installation_secret (
  name text PRIMARY KEY,
  value text NOT NULL
);
