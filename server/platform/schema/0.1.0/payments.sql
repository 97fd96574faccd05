-- Payments: terminals, attempts to pay, refunds, and what closings need besides. The unique partial indexes keep money from moving twice.

-- A payment terminal in a store.
CREATE TABLE terminal (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT terminal_pkey PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT terminal_store_id_fkey REFERENCES store,
  name text NOT NULL,
  provider text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How it is reached and what it requires (an API key, a password), encrypted with the installation's secret.
  settings_sealed text,
  -- From then on it takes no new payments; existing ones are still followed and refunded there.
  retired_at timestamptz,
  -- The refund that was sent to it last: while its outcome is open, payments wait. Set in the transaction that sends the refund, which
  -- locks this row. It is not cleared: a refund with an outcome holds nothing. Without a foreign key: the refund leads back to this row.
  refund_id bigint,
  revision integer NOT NULL DEFAULT 1
);
CREATE INDEX terminal_store ON terminal (store_id);

-- One try to pay an order at a terminal, committed before the terminal receives it. docs/developer/payments.md has the states.
CREATE TABLE payment_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT payment_attempt_pkey PRIMARY KEY,
  order_id bigint NOT NULL CONSTRAINT payment_attempt_order_id_fkey REFERENCES customer_order,
  user_id integer NOT NULL CONSTRAINT payment_attempt_user_id_fkey REFERENCES app_user,
  terminal_id integer NOT NULL CONSTRAINT payment_attempt_terminal_id_fkey REFERENCES terminal,
  -- The terminal's name for it, never used for another attempt.
  service_id text NOT NULL CONSTRAINT payment_attempt_service_id_key UNIQUE,
  amount_cents integer NOT NULL CONSTRAINT payment_attempt_amount_cents_check CHECK (amount_cents > 0),
  currency text NOT NULL,
  state text NOT NULL CONSTRAINT payment_attempt_state_check CHECK (state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED',
    'APPROVED', 'DECLINED', 'CANCELLED', 'ABORTED', 'NOT_PROCESSED', 'MANUAL', 'REVERSAL_DUE', 'REVERSED', 'REVIEW')),
  -- The order's status before it became payment_pending, to which it returns.
  order_status_before text NOT NULL,
  -- The server that drives it, and until when it alone may.
  owner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  deadline_at timestamptz NOT NULL,
  abort_requested_at timestamptz,
  outcome_at timestamptz,
  string_code text,
  transaction_id text,
  -- The shopper's card slip.
  receipt_text text,
  -- Who learned the outcome: live, recovery or admin.
  source text,
  -- The terminal's slip for the books.
  merchant_receipt_text text,
  -- Money that a terminal took without a sale: for an order that no longer waited, or another amount than requested. Written once: what
  -- happens to the attempt later changes neither the day nor the amount.
  taken_at timestamptz,
  taken_cents integer,
  taken_source text CONSTRAINT payment_attempt_taken_source_check CHECK (taken_source IN ('live', 'recovery', 'admin')),
  -- Since when its outcome is unknown, and when its shopper stopped waiting for it in the app. An attempt that was left still holds the
  -- order, the shopper and the terminal.
  unknown_since timestamptz,
  left_at timestamptz,
  -- False: in an app, which takes any number of payments at once: docs/developer/decisions/023-mobilepay.md.
  holds_terminal boolean NOT NULL DEFAULT true,
  -- The address that opens the shopper's app with this payment.
  app_link text,
  -- How many payments of its shopper held a terminal in the hour before and were not paid. In a queue, attempts with fewer go first:
  -- docs/developer/decisions/021-terminal-queue.md.
  unpaid_before smallint NOT NULL DEFAULT 0,
  CONSTRAINT payment_attempt_taken_check CHECK ((taken_at IS NULL) = (taken_cents IS NULL) AND (taken_at IS NULL) = (taken_source IS NULL)),
  CONSTRAINT payment_attempt_left_check CHECK (left_at IS NULL OR unknown_since IS NOT NULL)
);
-- An order, a terminal and a shopper each have one attempt at a time; an order never two that took money. An app takes any number.
CREATE UNIQUE INDEX attempt_one_per_order ON payment_attempt (order_id)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'APPROVED', 'MANUAL', 'REVERSAL_DUE', 'REVIEW');
CREATE UNIQUE INDEX attempt_one_holds_terminal ON payment_attempt (terminal_id)
  WHERE state IN ('INTENT', 'SENT', 'UNKNOWN') AND holds_terminal;
CREATE UNIQUE INDEX attempt_one_per_user ON payment_attempt (user_id) WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN');
CREATE INDEX attempt_order ON payment_attempt (order_id, id);
-- What servers drive. No index contains the lease: renewing it writes the row alone.
CREATE INDEX attempt_unsettled ON payment_attempt (owner, state)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'REVIEW', 'REVERSAL_DUE');
-- The queue at a terminal, read before each payment and while it waits.
CREATE INDEX attempt_open_at_terminal ON payment_attempt (terminal_id, id)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN');
CREATE INDEX attempt_in_doubt ON payment_attempt (order_id) WHERE state IN ('UNRESOLVED', 'REVIEW', 'REVERSAL_DUE');
CREATE INDEX attempt_unclear ON payment_attempt (created_at) WHERE state IN ('UNRESOLVED', 'REVIEW');
CREATE INDEX attempt_taken ON payment_attempt (taken_at) WHERE taken_at IS NOT NULL;
CREATE INDEX attempt_taken_ended ON payment_attempt (outcome_at) WHERE taken_at IS NOT NULL;
-- A shopper's payments that ended unpaid, and the last one at a terminal, read before each payment.
CREATE INDEX attempt_ended_unpaid ON payment_attempt (user_id, outcome_at) WHERE state IN ('DECLINED', 'CANCELLED', 'ABORTED');
CREATE INDEX attempt_paid_at_terminal ON payment_attempt (user_id, outcome_at)
  WHERE state IN ('APPROVED', 'MANUAL') AND holds_terminal;

-- How much of a payment was returned, or may have been. Separate from the attempt, which is not written after its outcome. The check keeps
-- refunds within the payment; a refund that fails subtracts its amount again.
CREATE TABLE refund_account (
  attempt_id bigint
    CONSTRAINT refund_account_pkey PRIMARY KEY
    CONSTRAINT refund_account_attempt_id_fkey REFERENCES payment_attempt,
  paid_cents integer NOT NULL CONSTRAINT refund_account_paid_cents_check CHECK (paid_cents > 0),
  refunded_cents integer NOT NULL DEFAULT 0,
  CONSTRAINT refund_account_refunded_cents_check CHECK (refunded_cents BETWEEN 0 AND paid_cents)
);

-- Money that goes back, committed before a terminal receives it. refund: an admin returns all or some lines of a paid order. reversal: the
-- shop returns by itself what was taken for an order that no longer waited for it.
CREATE TABLE refund (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT refund_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT refund_kind_check CHECK (kind IN ('refund', 'reversal')),
  attempt_id bigint NOT NULL CONSTRAINT refund_attempt_id_fkey REFERENCES refund_account,
  order_id bigint NOT NULL CONSTRAINT refund_order_id_fkey REFERENCES customer_order,
  -- The terminal's name for it, never used for another refund.
  refund_key text NOT NULL CONSTRAINT refund_refund_key_key UNIQUE,
  amount_cents integer NOT NULL CONSTRAINT refund_amount_cents_check CHECK (amount_cents > 0),
  currency text NOT NULL,
  state text NOT NULL CONSTRAINT refund_state_check
    CHECK (state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'DONE', 'REFUSED', 'NOT_PROCESSED')),
  reason text NOT NULL CONSTRAINT refund_reason_check CHECK (reason <> ''),
  requested_by integer CONSTRAINT refund_requested_by_fkey REFERENCES app_user,
  returns_stock boolean NOT NULL DEFAULT false,
  -- The server that drives it, and until when it alone may.
  owner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- When the payment service accepted it, before its outcome is known: from then on it never becomes NOT_PROCESSED.
  accepted_at timestamptz,
  outcome_at timestamptz,
  -- Why it was refused or not delivered, for the operator.
  detail text,
  transaction_id text,
  receipt_text text,
  merchant_receipt_text text,
  -- Who learned the outcome.
  source text CONSTRAINT refund_source_check CHECK (source IN ('live', 'recovery', 'admin')),
  CONSTRAINT refund_requested_by_check CHECK ((kind = 'refund') = (requested_by IS NOT NULL)),
  CONSTRAINT refund_returns_stock_check CHECK (kind = 'refund' OR NOT returns_stock),
  CONSTRAINT refund_outcome_at_check CHECK ((state IN ('DONE', 'REFUSED', 'NOT_PROCESSED')) = (outcome_at IS NOT NULL)),
  -- A refund by hand is done without a terminal.
  CONSTRAINT refund_sent_check
    CHECK (state IN ('INTENT', 'NOT_PROCESSED') OR sent_at IS NOT NULL OR (state = 'DONE' AND source = 'admin'))
);
-- A payment has one open refund at a time. Servers find the refunds to drive here, too: the index holds nothing else.
CREATE UNIQUE INDEX refund_one_open_per_attempt ON refund (attempt_id)
  WHERE state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED');
CREATE INDEX refund_attempt ON refund (attempt_id, id);
CREATE INDEX refund_order ON refund (order_id, id);
CREATE INDEX refund_done ON refund (outcome_at) WHERE state = 'DONE';
-- The refund of which a payment service reports that it failed: Adyen's reference, the second part of what is stored.
CREATE INDEX refund_service_reference ON refund ((split_part(split_part(transaction_id, ' ', 1), '.', 2)))
  WHERE transaction_id IS NOT NULL;

-- What a refund returns of an order line.
CREATE TABLE refund_line (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT refund_line_pkey PRIMARY KEY,
  refund_id bigint NOT NULL CONSTRAINT refund_line_refund_id_fkey REFERENCES refund,
  order_line_id bigint NOT NULL CONSTRAINT refund_line_order_line_id_fkey REFERENCES order_line,
  quantity_thousandths bigint NOT NULL CONSTRAINT refund_line_quantity_thousandths_check CHECK (quantity_thousandths >= 0),
  amount_cents integer NOT NULL CONSTRAINT refund_line_amount_cents_check CHECK (amount_cents >= 0),
  -- Of a line of price labels: the labels that are returned; their sum is the amount.
  amounts_cents integer[],
  CONSTRAINT refund_line_refund_id_order_line_id_key UNIQUE (refund_id, order_line_id),
  CONSTRAINT refund_line_not_empty_check CHECK (quantity_thousandths > 0 OR amount_cents > 0)
);
CREATE INDEX refund_line_order_line ON refund_line (order_line_id);

-- The VAT within a refund, by rate, as computed when the refund was requested.
CREATE TABLE refund_vat (
  refund_id bigint NOT NULL CONSTRAINT refund_vat_refund_id_fkey REFERENCES refund,
  rate_basis_points integer NOT NULL,
  gross_cents integer NOT NULL CONSTRAINT refund_vat_gross_cents_check CHECK (gross_cents > 0),
  vat_cents integer NOT NULL,
  CONSTRAINT refund_vat_pkey PRIMARY KEY (refund_id, rate_basis_points),
  CONSTRAINT refund_vat_vat_cents_check CHECK (vat_cents BETWEEN 0 AND gross_cents)
);

-- What a payment service reports of a refund that it had accepted: the money was not returned. It is stored by the service's own reference,
-- not by the refund's id: a report may come before the answer to the refund is stored.
CREATE TABLE refund_failure (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT refund_failure_pkey PRIMARY KEY,
  provider text NOT NULL,
  reference text NOT NULL,
  -- The refund's key, where the service repeats it.
  merchant_reference text NOT NULL,
  event text NOT NULL,
  reason text NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT refund_failure_amount_cents_check CHECK (amount_cents > 0),
  currency text NOT NULL,
  -- By the service's clock.
  failed_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- What an admin recorded: returned in another way, or by the service after all.
  settled_as text CONSTRAINT refund_failure_settled_as_check CHECK (settled_as IN ('by_hand', 'by_service')),
  settled_at timestamptz,
  settled_by integer CONSTRAINT refund_failure_settled_by_fkey REFERENCES app_user,
  -- A refund fails once, however often that is reported.
  CONSTRAINT refund_failure_reference_key UNIQUE (provider, reference),
  CONSTRAINT refund_failure_settled_check CHECK (
    (settled_as IS NULL) = (settled_at IS NULL) AND (settled_as IS NULL) = (settled_by IS NULL))
);
CREATE INDEX refund_failure_open ON refund_failure (received_at) WHERE settled_as IS NULL;
CREATE INDEX refund_failure_received ON refund_failure (received_at);

ALTER TABLE order_event
  ADD CONSTRAINT order_event_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt,
  ADD CONSTRAINT order_event_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund;
ALTER TABLE receipt ADD CONSTRAINT receipt_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund ON DELETE CASCADE;
ALTER TABLE stock_move ADD CONSTRAINT stock_move_refund_line_id_fkey FOREIGN KEY (refund_line_id) REFERENCES refund_line;

-- The sum of a day in a terminal's own report, entered by a person: for terminals that can't be asked.
CREATE TABLE terminal_daily_total (
  terminal_id integer NOT NULL CONSTRAINT terminal_daily_total_terminal_id_fkey REFERENCES terminal,
  date date NOT NULL,
  sum_cents integer NOT NULL,
  note text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  reported_by integer NOT NULL CONSTRAINT terminal_daily_total_reported_by_fkey REFERENCES app_user,
  reported_at timestamptz NOT NULL,
  CONSTRAINT terminal_daily_total_pkey PRIMARY KEY (terminal_id, date)
);

-- One row: the accounts of the bookkeeping vouchers.
CREATE TABLE ledger_accounts (
  only_row boolean DEFAULT true
    CONSTRAINT ledger_accounts_pkey PRIMARY KEY
    CONSTRAINT ledger_accounts_only_row_check CHECK (only_row),
  card text NOT NULL,
  -- Of payments in an app; null: that of card payments.
  app text,
  other text NOT NULL,
  clearing text NOT NULL,
  vat text NOT NULL,
  sales text NOT NULL,
  -- Accounts by VAT rate in basis points: {"1350": "3010"}.
  sales_by_rate jsonb NOT NULL DEFAULT '{}',
  revision integer NOT NULL DEFAULT 1
);
INSERT INTO ledger_accounts (card, other, clearing, vat, sales) VALUES ('1720', '1910', '1799', '2939', '3000');
