-- Operations: checks of invariants, backups, speed of pages, and what stands in for providers in development.

-- The result of the last check of each invariant. One server at a time checks.
CREATE TABLE invariant_check (
  invariant text CONSTRAINT invariant_check_pkey PRIMARY KEY,
  violations integer NOT NULL CONSTRAINT invariant_check_violations_check CHECK (violations >= 0),
  -- A few of the rows that break it: ids and amounts, nothing about people.
  sample jsonb NOT NULL,
  checked_at timestamptz NOT NULL,
  violated_since timestamptz,
  CONSTRAINT invariant_check_violated_since_check CHECK ((violations > 0) = (violated_since IS NOT NULL))
);

-- One row: when a server last began a check, and when one last checked all rows.
CREATE TABLE invariant_run (
  singleton boolean DEFAULT true
    CONSTRAINT invariant_run_pkey PRIMARY KEY
    CONSTRAINT invariant_run_singleton_check CHECK (singleton),
  started_at timestamptz NOT NULL,
  full_check_at timestamptz NOT NULL
);
INSERT INTO invariant_run (started_at, full_check_at) VALUES ('-infinity', '-infinity');

-- Every run of a backup. A row without an end was interrupted, or is running.
CREATE TABLE backup_run (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT backup_run_pkey PRIMARY KEY,
  started_at timestamptz NOT NULL,
  file text NOT NULL,
  ended_at timestamptz,
  bytes bigint CONSTRAINT backup_run_bytes_check CHECK (bytes >= 0),
  -- It was restored into a separate database and every row was compared.
  is_verified boolean NOT NULL DEFAULT false,
  -- The error, in a sentence.
  failure text,
  CONSTRAINT backup_run_ended_at_check CHECK (ended_at IS NULL OR (bytes IS NULL) <> (failure IS NULL))
);
CREATE INDEX backup_run_ended ON backup_run (ended_at) WHERE failure IS NULL;

-- One row: the night whose backup a server has claimed, so that the others leave it.
CREATE TABLE backup_claim (
  singleton boolean DEFAULT true
    CONSTRAINT backup_claim_pkey PRIMARY KEY
    CONSTRAINT backup_claim_singleton_check CHECK (singleton),
  night date NOT NULL
);
INSERT INTO backup_claim (night) VALUES ('2000-01-01');

-- How fast pages were in shoppers' browsers: sums of a day, with nothing about a person.
CREATE TABLE web_vital (
  day date NOT NULL,
  page text NOT NULL,
  name text NOT NULL CONSTRAINT web_vital_name_check CHECK (name IN ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  good integer NOT NULL DEFAULT 0,
  needs_improvement integer NOT NULL DEFAULT 0,
  poor integer NOT NULL DEFAULT 0,
  -- Milliseconds; for CLS scores.
  value_sum double precision NOT NULL DEFAULT 0,
  CONSTRAINT web_vital_pkey PRIMARY KEY (day, page, name)
);

-- How often each duration occurred within an hour, from which percentiles of the last day are computed. Kept for two days.
CREATE TABLE web_vital_hour (
  hour timestamptz NOT NULL,
  page text NOT NULL,
  name text NOT NULL CONSTRAINT web_vital_hour_name_check CHECK (name IN ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  -- Each step is a tenth larger than the one before it.
  step smallint NOT NULL CONSTRAINT web_vital_hour_step_check CHECK (step >= 0),
  count integer NOT NULL CONSTRAINT web_vital_hour_count_check CHECK (count > 0),
  CONSTRAINT web_vital_hour_pkey PRIMARY KEY (hour, page, name, step)
);

-- What the development mailbox received. Empty in production.
CREATE TABLE development_mail (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT development_mail_pkey PRIMARY KEY,
  channel text NOT NULL CONSTRAINT development_mail_channel_check CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  subject text,
  text text NOT NULL,
  html text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The payments of the virtual test terminal, which has its own memory like a real one. The shop reads it only through the adapter.
CREATE TABLE test_terminal_payment (
  service_id text CONSTRAINT test_terminal_payment_pkey PRIMARY KEY,
  terminal_id integer NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL CONSTRAINT test_terminal_payment_state_check
    CHECK (state IN ('waiting', 'hung', 'approved', 'declined', 'cancelled')),
  cancelled_by text,
  received_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz
);
CREATE INDEX test_terminal_waiting ON test_terminal_payment (terminal_id) WHERE state IN ('waiting', 'hung');
CREATE INDEX test_terminal_approved ON test_terminal_payment (terminal_id, decided_at) WHERE state = 'approved';

-- The virtual test terminal's refunds.
CREATE TABLE test_terminal_refund (
  refund_key text CONSTRAINT test_terminal_refund_pkey PRIMARY KEY,
  service_id text NOT NULL,
  amount_cents integer NOT NULL,
  state text NOT NULL CONSTRAINT test_terminal_refund_state_check CHECK (state IN ('refunded', 'refused')),
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_terminal_refund_payment ON test_terminal_refund (service_id);
CREATE INDEX test_terminal_refund_done ON test_terminal_refund (received_at) WHERE state = 'refunded';

-- Who is called when something is wrong in a store, in steps. Without a row, all admins are
-- emailed and notified.
CREATE TABLE duty_contact (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT duty_contact_pkey PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT duty_contact_store_id_fkey REFERENCES store ON DELETE CASCADE,
  user_id integer NOT NULL CONSTRAINT duty_contact_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  -- Step 1 is called at once, the next ones while nobody acknowledges.
  step integer NOT NULL CONSTRAINT duty_contact_step_check CHECK (step BETWEEN 1 AND 3),
  channels text[] NOT NULL CONSTRAINT duty_contact_channels_check
    CHECK (cardinality(channels) > 0 AND channels <@ ARRAY['push', 'email', 'sms']),
  -- By the store's clock; both null: at any time. At or before hours_from: on the next day.
  hours_from time,
  hours_until time,
  CONSTRAINT duty_contact_store_id_user_id_key UNIQUE (store_id, user_id),
  CONSTRAINT duty_contact_hours_check CHECK ((hours_from IS NULL) = (hours_until IS NULL))
);
CREATE INDEX duty_contact_user ON duty_contact (user_id);

-- When the contacts of a store are called. A store without a row has the defaults of the code.
CREATE TABLE duty_rules (
  store_id integer CONSTRAINT duty_rules_pkey PRIMARY KEY CONSTRAINT duty_rules_store_id_fkey REFERENCES store ON DELETE CASCADE,
  escalate_after_minutes integer NOT NULL
    CONSTRAINT duty_rules_escalate_after_minutes_check CHECK (escalate_after_minutes BETWEEN 5 AND 240),
  -- When causes that can wait until the morning are not called. Both null: never.
  quiet_from time,
  quiet_until time,
  -- Causes that nobody is called for.
  disabled_causes text[] NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT duty_rules_quiet_check CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);

-- Who of the staff gets which letters about sales by email. Without a row: none.
CREATE TABLE letter_choice (
  user_id integer CONSTRAINT letter_choice_pkey PRIMARY KEY CONSTRAINT letter_choice_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  -- Null: all the stores in which the person has the right at the time.
  store_id integer CONSTRAINT letter_choice_store_id_fkey REFERENCES store ON DELETE CASCADE,
  evening boolean NOT NULL,
  monday boolean NOT NULL,
  -- The day of the last letter, written in the transaction that enqueues it: each is sent once.
  evening_sent_on date,
  monday_sent_on date
);
CREATE INDEX letter_choice_store ON letter_choice (store_id) WHERE store_id IS NOT NULL;

-- Something that is, or was, wrong in a store, or in the whole shop.
CREATE TABLE alert (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT alert_pkey PRIMARY KEY,
  store_id integer CONSTRAINT alert_store_id_fkey REFERENCES store ON DELETE CASCADE,
  cause text NOT NULL,
  -- Which of several things of this cause: the id of a terminal or an order, or a code. Empty: there is only one.
  subject text NOT NULL,
  -- What the text names: {placeholder: value}, nothing about people.
  facts jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Null until it has lasted long enough to call somebody.
  opened_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by integer CONSTRAINT alert_acknowledged_by_fkey REFERENCES app_user ON DELETE SET NULL,
  cleared_at timestamptz
);
-- At most one open alert of a cause.
CREATE UNIQUE INDEX alert_open ON alert (cause, subject, coalesce(store_id, 0)) WHERE cleared_at IS NULL;
CREATE INDEX alert_opened ON alert (opened_at, id) WHERE opened_at IS NOT NULL;
CREATE INDEX alert_store ON alert (store_id) WHERE store_id IS NOT NULL;

-- A message about an alert to a contact. The row is written in the transaction that enqueues the message: each is sent once.
CREATE TABLE alert_call (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT alert_call_pkey PRIMARY KEY,
  alert_id bigint NOT NULL CONSTRAINT alert_call_alert_id_fkey REFERENCES alert ON DELETE CASCADE,
  user_id integer NOT NULL CONSTRAINT alert_call_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  channel text NOT NULL CONSTRAINT alert_call_channel_check CHECK (channel IN ('push', 'email', 'sms')),
  kind text NOT NULL CONSTRAINT alert_call_kind_check CHECK (kind IN ('call', 'all_clear')),
  step integer NOT NULL,
  -- Of the link that acknowledges the alert without a login.
  token_sha256 bytea CONSTRAINT alert_call_token_sha256_key UNIQUE,
  created_at timestamptz NOT NULL,
  CONSTRAINT alert_call_alert_id_user_id_channel_kind_key UNIQUE (alert_id, user_id, channel, kind)
);
CREATE INDEX alert_call_user ON alert_call (user_id);

-- One row: when a server last looked for causes. One server at a time does.
CREATE TABLE duty_run (
  singleton boolean DEFAULT true
    CONSTRAINT duty_run_pkey PRIMARY KEY
    CONSTRAINT duty_run_singleton_check CHECK (singleton),
  started_at timestamptz NOT NULL
);
INSERT INTO duty_run (started_at) VALUES ('-infinity');
