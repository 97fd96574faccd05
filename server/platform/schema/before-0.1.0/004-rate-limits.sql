-- How often something was asked for within a window, so that all instances count together.
-- key is a keyed hash: neither addresses nor e-mails are readable here.
CREATE TABLE rate_limit (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_expiry ON rate_limit (expires_at);
