-- How many codes went out by SMS in an hour, and how many of those were typed in: of nobody.
CREATE TABLE sms_code_hour (
  hour timestamptz PRIMARY KEY,
  sent integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND sent)
);
