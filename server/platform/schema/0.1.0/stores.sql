-- Stores: their hours and clocks, the codes of their doors, and who visited them.

-- A store, with how its doors open and in which time zone its days begin.
CREATE TABLE store (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT store_pkey PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  -- International (E.164), such as +358401234567.
  phone text CONSTRAINT store_phone_check CHECK (phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- What shoppers in the store read when they need help, in each language that it is written in.
  help_fi text,
  help_sv text,
  help_en text,
  -- Both null: the store is listed without a distance.
  latitude double precision CONSTRAINT store_latitude_check CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CONSTRAINT store_longitude_check CHECK (longitude BETWEEN -180 AND 180),
  time_zone text NOT NULL DEFAULT 'Europe/Helsinki',
  always_open boolean NOT NULL DEFAULT false,
  published boolean NOT NULL DEFAULT false,
  enable_preorders boolean NOT NULL DEFAULT false,
  -- Whether the store's test terminals or its real ones take payments.
  payment_mode text NOT NULL DEFAULT 'test' CONSTRAINT store_payment_mode_check CHECK (payment_mode IN ('test', 'terminal')),
  lock_provider text,
  sells_age_restricted boolean NOT NULL DEFAULT false,
  -- The languages in which the store's municipality demands information about foods that are sold at a distance.
  food_languages text NOT NULL DEFAULT 'fi' CONSTRAINT store_food_languages_check CHECK (food_languages IN ('fi', 'sv', 'fi_sv')),
  -- Counts every change of what its shoppers see in the product list, stock included.
  catalogue_version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  -- An archived store is never published again; its orders stay.
  archived_at timestamptz,
  -- What the lock's provider requires, encrypted with the installation's secret.
  lock_settings_encrypted text,
  -- Which of the keys that can be derived for the store its keypad has: a new number means a new key.
  keypad_key_number integer NOT NULL DEFAULT 0,
  -- The name of the installation's secret from which the key was derived: it may not be the newest.
  keypad_key_secret text,
  -- Set when the store is published: from then on it sells nothing without a seller's details and terms of purchase.
  needs_terms boolean NOT NULL DEFAULT false,
  -- Since when time_zone applies; null: always. No moment since then belongs to a day before time_zone_first_day, so that a booked day does not
  -- change when a new zone sets the store's clock back.
  time_zone_since timestamptz,
  time_zone_first_day date,
  CONSTRAINT store_place_check CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT store_archived_check CHECK (archived_at IS NULL OR NOT published),
  CONSTRAINT store_time_zone_check CHECK ((time_zone_since IS NULL) = (time_zone_first_day IS NULL))
);
-- Never set null: a right in one store would become a right in all.
ALTER TABLE user_right ADD CONSTRAINT user_right_store_id_fkey FOREIGN KEY (store_id) REFERENCES store ON DELETE CASCADE;
ALTER TABLE app_user ADD CONSTRAINT app_user_active_store_id_fkey FOREIGN KEY (active_store_id) REFERENCES store;

-- Earlier time zones of a store, each from `since` (null: always) until `until`.
CREATE TABLE store_time_zone_history (
  store_id integer NOT NULL CONSTRAINT store_time_zone_history_store_id_fkey REFERENCES store,
  since timestamptz,
  until timestamptz NOT NULL,
  time_zone text NOT NULL,
  first_day date,
  CONSTRAINT store_time_zone_history_pkey PRIMARY KEY (store_id, until)
);

-- Weekly opening hours. When closes_at is not after opens_at, the store closes on the next day.
CREATE TABLE store_hours (
  store_id integer NOT NULL CONSTRAINT store_hours_store_id_fkey REFERENCES store,
  -- 1 is Monday.
  weekday integer NOT NULL CONSTRAINT store_hours_weekday_check CHECK (weekday BETWEEN 1 AND 7),
  opens_at time NOT NULL,
  closes_at time NOT NULL,
  CONSTRAINT store_hours_pkey PRIMARY KEY (store_id, weekday)
);

-- Opening hours of one day. Both times null: closed.
CREATE TABLE store_hours_exception (
  store_id integer NOT NULL CONSTRAINT store_hours_exception_store_id_fkey REFERENCES store,
  date date NOT NULL,
  opens_at time,
  closes_at time,
  CONSTRAINT store_hours_exception_pkey PRIMARY KEY (store_id, date),
  CONSTRAINT store_hours_exception_times_check CHECK ((opens_at IS NULL) = (closes_at IS NULL))
);

-- The hours in which somebody is in the store: like opening hours.
CREATE TABLE store_staffed_hours (
  store_id integer NOT NULL CONSTRAINT store_staffed_hours_store_id_fkey REFERENCES store,
  weekday integer NOT NULL CONSTRAINT store_staffed_hours_weekday_check CHECK (weekday BETWEEN 1 AND 7),
  opens_at time NOT NULL,
  closes_at time NOT NULL,
  CONSTRAINT store_staffed_hours_pkey PRIMARY KEY (store_id, weekday)
);
-- Those of one day. Both times null: nobody is there.
CREATE TABLE store_staffed_hours_exception (
  store_id integer NOT NULL CONSTRAINT store_staffed_hours_exception_store_id_fkey REFERENCES store,
  date date NOT NULL,
  opens_at time,
  closes_at time,
  CONSTRAINT store_staffed_hours_exception_pkey PRIMARY KEY (store_id, date),
  CONSTRAINT store_staffed_hours_exception_times_check CHECK ((opens_at IS NULL) = (closes_at IS NULL))
);

-- Who pressed I'm in the store: until ends_at, or until they press again, which removes the row.
CREATE TABLE store_presence (
  store_id integer NOT NULL CONSTRAINT store_presence_store_id_fkey REFERENCES store ON DELETE CASCADE,
  user_id integer NOT NULL CONSTRAINT store_presence_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  began_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT store_presence_pkey PRIMARY KEY (store_id, user_id),
  CONSTRAINT store_presence_ends_at_check CHECK (ends_at > began_at)
);
CREATE INDEX store_presence_user ON store_presence (user_id);
CREATE INDEX store_presence_ended ON store_presence (ends_at);

-- When a shopper last scanned alcohol in the hours in which it may be sold: it may be paid for after them. Kept for a day.
CREATE TABLE alcohol_scan (
  user_id integer NOT NULL CONSTRAINT alcohol_scan_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  store_id integer NOT NULL CONSTRAINT alcohol_scan_store_id_fkey REFERENCES store ON DELETE CASCADE,
  product_id integer NOT NULL,
  scanned_at timestamptz NOT NULL,
  CONSTRAINT alcohol_scan_pkey PRIMARY KEY (user_id, store_id, product_id)
);
CREATE INDEX alcohol_scan_scanned ON alcohol_scan (scanned_at);

-- A shopper chose a store or got its door code; at most one row per shopper and store in 30 minutes.
CREATE TABLE visit (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT visit_pkey PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT visit_store_id_fkey REFERENCES store,
  user_id integer NOT NULL CONSTRAINT visit_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What it began with: a code for the door, Start shopping, or choosing the store.
  began_by text NOT NULL CONSTRAINT visit_began_by_check CHECK (began_by IN ('door', 'start', 'store')),
  -- When the shopper last did one of these. What follows within two hours belongs to the same visit.
  last_at timestamptz NOT NULL,
  -- What the lock's own log calls the visitor's codes (a built-in code: its number; others: the entry's name), so that an entry of that log
  -- can be traced to a visit. The digits are not stored here.
  door_codes text[] NOT NULL DEFAULT '{}',
  -- When an admin asked the shopper whether something stayed unpaid: once a visit.
  question_sent_at timestamptz,
  question_sent_by integer CONSTRAINT visit_question_sent_by_fkey REFERENCES app_user ON DELETE SET NULL,
  CONSTRAINT visit_question_check CHECK (question_sent_by IS NULL OR question_sent_at IS NOT NULL),
  CONSTRAINT visit_last_at_check CHECK (last_at >= created_at)
);
CREATE INDEX visit_user ON visit (user_id, store_id, last_at);
CREATE INDEX visit_store ON visit (store_id, created_at);
-- A day of the visitor log.
CREATE INDEX visit_created ON visit (created_at);

-- Codes that open doors. A row is committed before the lock receives the code, and deleted after the lock has removed it.
CREATE TABLE door_code (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT door_code_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT door_code_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  store_id integer NOT NULL CONSTRAINT door_code_store_id_fkey REFERENCES store ON DELETE CASCADE,
  provider text NOT NULL,
  -- Its name in the lock, which reveals nothing about the user.
  lock_name text NOT NULL CONSTRAINT door_code_lock_name_key UNIQUE,
  state text NOT NULL CONSTRAINT door_code_state_check CHECK (state IN ('pending', 'active', 'failed', 'revoked', 'expired')),
  -- Why the lock does not have it.
  fault text,
  -- Encrypted; deleted as soon as nobody may see it any more.
  code_encrypted text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a server processes it next.
  due_at timestamptz NOT NULL,
  CONSTRAINT door_code_code_encrypted_check CHECK ((code_encrypted IS NOT NULL) = (state IN ('pending', 'active')))
);
-- A user has one valid code per store.
CREATE UNIQUE INDEX door_code_valid ON door_code (user_id, store_id) WHERE state IN ('pending', 'active');
CREATE INDEX door_code_due ON door_code (due_at);
CREATE INDEX door_code_store ON door_code (store_id) WHERE state IN ('pending', 'active');
