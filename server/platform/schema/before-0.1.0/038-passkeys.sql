-- Passkeys of admins. The public key checks a signature and makes none: a copy of this table confirms nobody.
CREATE TABLE passkey (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  -- COSE, as the authenticator gave it.
  public_key bytea NOT NULL,
  -- How often the authenticator has signed, if it counts at all.
  counter bigint NOT NULL CHECK (counter >= 0),
  -- How the browser may reach it: internal, hybrid, usb and the like.
  transports text[] NOT NULL,
  device_type text NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  is_backed_up boolean NOT NULL,
  -- What its owner calls it.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_user ON passkey (user_id);

-- What an authenticator is asked to sign: only its hash is kept, for one session and one purpose, to be answered once.
CREATE TABLE passkey_challenge (
  session_sha256 bytea NOT NULL REFERENCES session ON UPDATE CASCADE ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('add', 'confirm')),
  challenge_sha256 bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_sha256, purpose)
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);

-- When this session last answered with a passkey.
ALTER TABLE session ADD COLUMN passkey_confirmed_at timestamptz;
