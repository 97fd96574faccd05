-- What an admin wrote to everyone who wants promotions in one language. Written once: who wants it otherwise cancels and copies.
CREATE TABLE message (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  -- Made by the browser once for each message: the same press again sends nothing more.
  client_key text NOT NULL UNIQUE,
  content_sha256 bytea NOT NULL,
  language_id integer NOT NULL REFERENCES language,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 300),
  -- A path of this site, or an https address elsewhere.
  url text NOT NULL CHECK (length(url) <= 1000 AND url ~ '^(/|https://)' AND url !~ '^//'),
  state text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'sent', 'cancelled')),
  send_at timestamptz NOT NULL,
  -- Written in the transaction that writes its deliveries.
  sent_at timestamptz,
  devices integer,
  cancelled_at timestamptz,
  user_id integer NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL)),
  CHECK (devices IS NULL OR state = 'sent')
);
CREATE INDEX message_due ON message (send_at, id) WHERE state = 'scheduled';
CREATE INDEX message_send_at ON message (send_at, id);
CREATE INDEX message_user ON message (user_id);
