-- Sessions that ended because an admin disabled their user: such a browser is shown why, and no other is.
CREATE TABLE disabled_session (
  token_sha256 bytea CONSTRAINT disabled_session_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT disabled_session_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  ended_at timestamptz NOT NULL
);
CREATE INDEX disabled_session_user_id_idx ON disabled_session (user_id);
CREATE INDEX disabled_session_ended_at_idx ON disabled_session (ended_at);
