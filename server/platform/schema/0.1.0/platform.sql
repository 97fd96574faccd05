-- The platform: what belongs to no module. Functions for searching, languages, settings, the company, the shop's own secrets, and the
-- outbox.
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
    CONSTRAINT setting_name_check CHECK (name IN ('languages', 'retention', 'barcode_layouts', 'free_sum_limits', 'privacy_notice', 'camera_notice')),
  -- {} means the values that the code has. `languages` has no value: its row only counts how often the languages were saved.
  value jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1
);
INSERT INTO setting (name, value)
VALUES ('languages', '{}'), ('retention', '{}'), ('barcode_layouts', '{}'), ('free_sum_limits', '{}'), ('privacy_notice', '{}'), ('camera_notice', '{}');

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

-- Emails, SMS and pushes in one table: docs/developer/decisions/028-outbox.md.
-- A message is written in the transaction that needs it, and sent after the commit. `sending` is committed before the request. If the
-- server ends then, the lease expires: an email or an SMS is sent again, a push counts as failed. Emails and SMS that were sent are
-- deleted, and those that failed lose their content.
CREATE TABLE outbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_message_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT outbox_message_kind_check CHECK (kind IN ('mail', 'sms', 'receipt', 'push', 'recall')),
  -- Recipient and text of an email or an SMS, encrypted.
  content_encrypted text,
  -- Its email is written when it is sent.
  receipt_id bigint,
  -- Of a push; an email about a recall has the notification in its language, so that one index finds all messages of a recall.
  notification_id bigint,
  device_id bigint,
  -- The email about a recall is written when it is sent. Without an index: buyers are never deleted.
  recall_buyer_id bigint,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT outbox_message_state_check CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  -- Why it failed, or waits for another try.
  reason text,
  tries integer NOT NULL DEFAULT 0,
  -- Sent before the others of its kind.
  urgent boolean NOT NULL DEFAULT false,
  -- Waiting: not before this time.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Sending: until when the sending server is assumed to run.
  lease_until timestamptz,
  -- When the code or link in it expires: a restored database does not send it again.
  expires_at timestamptz,
  -- When the last try began.
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT outbox_message_notification_id_device_id_key UNIQUE (notification_id, device_id),
  CONSTRAINT outbox_message_content_check CHECK (state = 'failed' OR CASE kind
    WHEN 'receipt' THEN receipt_id IS NOT NULL WHEN 'push' THEN notification_id IS NOT NULL
    WHEN 'recall' THEN recall_buyer_id IS NOT NULL AND notification_id IS NOT NULL ELSE content_encrypted IS NOT NULL END),
  CONSTRAINT outbox_message_lease_check CHECK ((state = 'sending') = (lease_until IS NOT NULL))
);
CREATE INDEX outbox_message_due ON outbox_message (kind, urgent DESC, due_at, id) WHERE state = 'waiting';
CREATE INDEX outbox_message_lease ON outbox_message (lease_until) WHERE state = 'sending';
CREATE INDEX outbox_message_failed ON outbox_message (sent_at) WHERE state = 'failed';
CREATE INDEX outbox_message_receipt ON outbox_message (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX outbox_message_notification ON outbox_message (notification_id, state) WHERE notification_id IS NOT NULL;
CREATE INDEX outbox_message_device ON outbox_message (device_id) WHERE device_id IS NOT NULL;

-- What became of an SMS, as the gateway that took it reports. It has no number and no text: the reference is random, and until the code
-- ends phone_verification has the same reference.
CREATE TABLE sms_delivery (
  reference text NOT NULL CONSTRAINT sms_delivery_pkey PRIMARY KEY,
  -- Null: the number was refused before a gateway took the message.
  gateway text CONSTRAINT sms_delivery_gateway_check CHECK (gateway ~ '^[a-z0-9-]{1,30}$'),
  state text NOT NULL CONSTRAINT sms_delivery_state_check CHECK (state IN ('accepted', 'sent', 'delivered', 'failed')),
  reason text,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  reported_at timestamptz,
  CONSTRAINT sms_delivery_reason_check CHECK ((state = 'failed') = (reason IS NOT NULL))
);
CREATE INDEX sms_delivery_accepted ON sms_delivery (accepted_at);
