-- Notifications to phones and browsers: whom they reach, what they say, and what became of each.

-- One browser, or one app. It lives as long as the session that subscribed it: logging out, blocking and removal end it.
CREATE TABLE push_device (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  session_sha256 bytea REFERENCES session ON UPDATE CASCADE ON DELETE CASCADE,
  platform text NOT NULL CHECK (platform IN ('webpush', 'apns')),
  -- The endpoint of a web push service, or a token of Firebase. Who has it may send to the device.
  address text NOT NULL UNIQUE CHECK (length(address) <= 2000),
  p256dh text,
  auth text,
  content_encoding text CHECK (content_encoding = 'aes128gcm'),
  language_id integer NOT NULL REFERENCES language,
  wants_notifications boolean NOT NULL,
  wants_promotions boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (wants_notifications OR wants_promotions),
  CHECK ((platform = 'webpush') = (p256dh IS NOT NULL AND auth IS NOT NULL AND content_encoding IS NOT NULL))
);
CREATE INDEX push_device_user ON push_device (user_id);
CREATE INDEX push_device_session ON push_device (session_sha256) WHERE session_sha256 IS NOT NULL;
CREATE INDEX push_device_promotions ON push_device (language_id, id) WHERE wants_promotions;
CREATE INDEX push_device_notifications ON push_device (language_id, id) WHERE wants_notifications;

-- One text in one language. What is told of it must not be told twice: `about` names that, and is the fence.
CREATE TABLE push_notification (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('notifications', 'promotions')),
  language_id integer NOT NULL REFERENCES language,
  title text NOT NULL,
  body text NOT NULL,
  -- A path of this site, or an address elsewhere; null: the site's front page.
  url text,
  -- The message of an admin that it belongs to.
  message_id integer,
  about text,
  -- What is older than this reaches nobody any more.
  expires_at timestamptz NOT NULL,
  -- Of deliveries that were cleaned away; the others are counted.
  delivered_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (about, language_id)
);
CREATE INDEX push_notification_message ON push_notification (message_id) WHERE message_id IS NOT NULL;

-- `sending` is committed before a byte leaves: whoever dies then leaves a lease that lapses, and what is not known to have
-- arrived counts as failed. It is never sent a second time.
CREATE TABLE push_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id integer NOT NULL REFERENCES push_notification ON DELETE CASCADE,
  device_id integer REFERENCES push_device ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  -- Why it failed, or waits for its next try.
  reason text,
  tries integer NOT NULL DEFAULT 0,
  -- Somebody waits for it: it goes before what is told to everyone.
  urgent boolean NOT NULL DEFAULT false,
  -- Waiting: not before this.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Sending: up to when the server that sends is believed to live.
  lease_until timestamptz,
  sent_at timestamptz,
  UNIQUE (notification_id, device_id)
);
CREATE INDEX push_delivery_due ON push_delivery (urgent DESC, due_at, id) WHERE state = 'waiting';
CREATE INDEX push_delivery_lease ON push_delivery (lease_until) WHERE state = 'sending';
CREATE INDEX push_delivery_state ON push_delivery (notification_id, state);
CREATE INDEX push_delivery_device ON push_delivery (device_id) WHERE device_id IS NOT NULL;
