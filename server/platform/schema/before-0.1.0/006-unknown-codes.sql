-- Codes that shoppers found on a shelf and the shop did not know, for the admin to look at.
-- One row per shopper, store and code: reports counts the days' reports, not the presses.
CREATE TABLE unknown_code_report (
  store_id integer NOT NULL REFERENCES store ON DELETE CASCADE,
  code text NOT NULL CHECK (code ~ '^[0-9A-Za-z]{4,48}$'),
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  reports integer NOT NULL DEFAULT 1 CHECK (reports > 0),
  first_at timestamptz NOT NULL,
  -- When it was last counted: the next one counts a day later.
  last_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, code, user_id),
  CHECK (last_at >= first_at)
);
CREATE INDEX unknown_code_report_user ON unknown_code_report (user_id);
CREATE INDEX unknown_code_report_last ON unknown_code_report (last_at);
