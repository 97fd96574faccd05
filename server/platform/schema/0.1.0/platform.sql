-- The platform: what belongs to no module. Functions for searching, languages, settings, the company, and the shop's own secrets.
--
-- For all files of this directory: times are UTC, `_cents` are euro cents, `_thousandths` are thousandths of a piece, a kilogram or a
-- litre, `_basis_points` are hundredths of a per cent. Ids that people see start at 1001: a Finnish reference number needs at least three
-- digits before its check digit. Ids of tables that grow with sales or visits are 64-bit.

-- Texts are searched without an extension and without a collation that an engine may lack. search_form is the form in which texts are
-- compared: lower case, no accents, å ä ö replaced by the characters after z. Sort it under COLLATE "C".
CREATE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN translate(lower(words), 'ÅÄÖÉÈÜŠŽåäöéèüšž', '{|}eeusz{|}eeusz');

-- Every sequence of three characters, once. The high cost makes the planner look them up in an index instead of computing them.
CREATE FUNCTION text_grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(words, start, 3)), '{}') FROM generate_series(1, length(words) - 2) start);

-- The text in a language, or else in the first language that has one: what the shop displays.
CREATE FUNCTION text_in(texts jsonb, language text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(texts ->> language, ''), nullif(texts ->> 'en', ''), nullif(texts ->> 'fi', ''), texts ->> 'sv', '');

-- All languages in search form. The space before each text makes two letters at the beginning of a word a sequence of three.
CREATE FUNCTION all_texts(texts jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_form(' ' || coalesce(texts ->> 'en', '') || ' ' || coalesce(texts ->> 'fi', '') || ' ' || coalesce(texts ->> 'sv', ''));

-- The languages of the interface. A hidden one is no longer offered; texts of products in it stay.
CREATE TABLE language (
  id integer CONSTRAINT language_pkey PRIMARY KEY,
  code text NOT NULL
    CONSTRAINT language_code_key UNIQUE
    CONSTRAINT language_code_check CHECK (code IN ('en', 'fi', 'sv')),
  name text NOT NULL,
  position integer NOT NULL,
  is_hidden boolean NOT NULL DEFAULT false
);
INSERT INTO language (id, code, name, position) VALUES (1001, 'en', 'English', 1), (1002, 'fi', 'Suomi', 2), (1003, 'sv', 'Svenska', 3);

-- One row: the company that runs the stores. Empty until an admin enters its details.
CREATE TABLE operator (
  id integer CONSTRAINT operator_pkey PRIMARY KEY CONSTRAINT operator_id_check CHECK (id = 1),
  name text NOT NULL,
  business_id text NOT NULL,
  address text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  -- How often it was saved.
  revision integer NOT NULL DEFAULT 1
);
INSERT INTO operator (id, name, business_id, address, email, phone) VALUES (1, '', '', '', '', '');

-- The terms of purchase. Rows are never changed: an order references the version that its shopper accepted.
CREATE TABLE terms_version (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT terms_version_pkey PRIMARY KEY,
  -- {en: {title, paragraphs}, fi, sv}.
  texts jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);

-- Settings that admins change while the shop is open, one row each. Servers read the row whenever they need it.
CREATE TABLE setting (
  name text CONSTRAINT setting_pkey PRIMARY KEY
    CONSTRAINT setting_name_check CHECK (name IN ('languages', 'retention', 'barcode_layouts', 'privacy_notice', 'camera_notice')),
  -- {} means the values that the code has. `languages` has no value: its row only counts how often the languages were saved.
  value jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1
);
INSERT INTO setting (name, value)
VALUES ('languages', '{}'), ('retention', '{}'), ('barcode_layouts', '{}'), ('privacy_notice', '{}'), ('camera_notice', '{}');

-- Secrets that the installation generated at its first start, by name.
CREATE TABLE installation_secret (
  name text CONSTRAINT installation_secret_pkey PRIMARY KEY,
  value text NOT NULL
);

-- How often something was requested within a window, counted by all servers together.
CREATE TABLE rate_limit (
  -- A keyed hash: neither network addresses nor email addresses can be read here.
  key text CONSTRAINT rate_limit_pkey PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_expiry ON rate_limit (expires_at);

-- Emails and SMS that were given up after the last attempt. Neither the recipient nor the text is stored.
CREATE TABLE undelivered_message (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT undelivered_message_pkey PRIMARY KEY,
  channel text NOT NULL CONSTRAINT undelivered_message_channel_check CHECK (channel IN ('mail', 'sms')),
  reason text NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX undelivered_message_time ON undelivered_message (failed_at);
