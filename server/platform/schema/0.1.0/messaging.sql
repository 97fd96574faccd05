-- Messaging: devices, notifications to them, and messages from admins to everyone who wants promotions.

-- A browser or an app that receives notifications. It is deleted with the session that subscribed it.
CREATE TABLE push_device (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT push_device_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT push_device_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  session_sha256 bytea CONSTRAINT push_device_session_sha256_fkey REFERENCES session ON UPDATE CASCADE ON DELETE CASCADE,
  platform text NOT NULL CONSTRAINT push_device_platform_check CHECK (platform IN ('webpush', 'apns')),
  -- The endpoint at a web push service, or a token of Firebase. A secret: who has it may send to the device.
  address text NOT NULL
    CONSTRAINT push_device_address_key UNIQUE
    CONSTRAINT push_device_address_check CHECK (length(address) <= 2000),
  p256dh text,
  auth text,
  content_encoding text CONSTRAINT push_device_content_encoding_check CHECK (content_encoding = 'aes128gcm'),
  language_id integer NOT NULL CONSTRAINT push_device_language_id_fkey REFERENCES language,
  wants_notifications boolean NOT NULL,
  wants_promotions boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_device_wants_check CHECK (wants_notifications OR wants_promotions),
  CONSTRAINT push_device_webpush_check
    CHECK ((platform = 'webpush') = (p256dh IS NOT NULL AND auth IS NOT NULL AND content_encoding IS NOT NULL))
);
CREATE INDEX push_device_user ON push_device (user_id);
CREATE INDEX push_device_session ON push_device (session_sha256) WHERE session_sha256 IS NOT NULL;
CREATE INDEX push_device_promotions ON push_device (language_id, id) WHERE wants_promotions;
CREATE INDEX push_device_notifications ON push_device (language_id, id) WHERE wants_notifications;

-- One text in one language.
CREATE TABLE push_notification (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT push_notification_pkey PRIMARY KEY,
  type text NOT NULL CONSTRAINT push_notification_type_check CHECK (type IN ('notifications', 'promotions')),
  language_id integer NOT NULL CONSTRAINT push_notification_language_id_fkey REFERENCES language,
  title text NOT NULL,
  body text NOT NULL,
  -- A path of this site, or an address elsewhere. Null: the front page.
  url text,
  -- The admin's message that it belongs to.
  message_id integer,
  -- The key of its subject.
  reference text,
  -- Not sent any more after this time.
  expires_at timestamptz NOT NULL,
  -- Of deliveries that were cleaned away; the others are counted from their rows.
  delivered_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A subject is notified once in each language.
  CONSTRAINT push_notification_reference_language_id_key UNIQUE (reference, language_id)
);
CREATE INDEX push_notification_message ON push_notification (message_id) WHERE message_id IS NOT NULL;

-- A message from an admin to everyone who wants promotions in one language. Its text is never changed: an admin cancels and copies it.
CREATE TABLE message (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT message_pkey PRIMARY KEY,
  -- Generated once by the browser: a second submission with the same key sends nothing.
  client_key text NOT NULL CONSTRAINT message_client_key_key UNIQUE,
  content_sha256 bytea NOT NULL,
  language_id integer NOT NULL CONSTRAINT message_language_id_fkey REFERENCES language,
  -- A message in several languages is a row for each: the first one, and its translations, which share its link, state and time.
  translation_of integer CONSTRAINT message_translation_of_fkey REFERENCES message,
  title text NOT NULL CONSTRAINT message_title_check CHECK (length(title) BETWEEN 1 AND 80),
  text text NOT NULL CONSTRAINT message_text_check CHECK (length(text) BETWEEN 1 AND 300),
  -- A path of this site, or an https address elsewhere.
  url text NOT NULL CONSTRAINT message_url_check CHECK (length(url) <= 1000 AND url ~ '^(/|https://)' AND url !~ '^//'),
  state text NOT NULL DEFAULT 'scheduled' CONSTRAINT message_state_check CHECK (state IN ('scheduled', 'sent', 'cancelled')),
  send_at timestamptz NOT NULL,
  -- Written in the transaction that writes its deliveries.
  sent_at timestamptz,
  -- How many devices it was sent to.
  devices integer,
  -- Only to shoppers who have chosen one of these stores; null: to all.
  store_ids integer[] CONSTRAINT message_store_ids_check CHECK (cardinality(store_ids) > 0),
  cancelled_at timestamptz,
  user_id integer NOT NULL CONSTRAINT message_user_id_fkey REFERENCES app_user,
  created_at timestamptz NOT NULL,
  CONSTRAINT message_sent_at_check CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT message_cancelled_at_check CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL)),
  CONSTRAINT message_devices_check CHECK (devices IS NULL OR state = 'sent')
);
CREATE INDEX message_due ON message (send_at, id) WHERE state = 'scheduled';
CREATE INDEX message_send_at ON message (send_at, id);
CREATE INDEX message_user ON message (user_id);
CREATE UNIQUE INDEX message_translation ON message (translation_of, language_id);

ALTER TABLE outbox_message
  ADD CONSTRAINT outbox_message_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES push_notification ON DELETE CASCADE,
  ADD CONSTRAINT outbox_message_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device ON DELETE SET NULL;
