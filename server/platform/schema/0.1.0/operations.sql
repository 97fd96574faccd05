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
  only_row boolean DEFAULT true
    CONSTRAINT invariant_run_pkey PRIMARY KEY
    CONSTRAINT invariant_run_only_row_check CHECK (only_row),
  begun_at timestamptz NOT NULL,
  whole_at timestamptz NOT NULL
);
INSERT INTO invariant_run (begun_at, whole_at) VALUES ('-infinity', '-infinity');

-- Every run of a backup. A row without an end was interrupted, or is running.
CREATE TABLE backup_run (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT backup_run_pkey PRIMARY KEY,
  begun_at timestamptz NOT NULL,
  file text NOT NULL,
  ended_at timestamptz,
  bytes bigint CONSTRAINT backup_run_bytes_check CHECK (bytes >= 0),
  -- It was restored into a separate database and every row was compared.
  is_proved boolean NOT NULL DEFAULT false,
  -- The error, in a sentence.
  failure text,
  CONSTRAINT backup_run_ended_at_check CHECK (ended_at IS NULL OR (bytes IS NULL) <> (failure IS NULL))
);
CREATE INDEX backup_run_ended ON backup_run (ended_at) WHERE failure IS NULL;

-- One row: the night whose backup a server has claimed, so that the others leave it.
CREATE TABLE backup_claim (
  is_only boolean DEFAULT true
    CONSTRAINT backup_claim_pkey PRIMARY KEY
    CONSTRAINT backup_claim_is_only_check CHECK (is_only),
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
  state text NOT NULL CONSTRAINT test_terminal_refund_state_check CHECK (state IN ('given', 'refused')),
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_terminal_refund_payment ON test_terminal_refund (service_id);
CREATE INDEX test_terminal_given ON test_terminal_refund (received_at) WHERE state = 'given';
