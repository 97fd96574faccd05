-- What a day at a terminal came to, for the bookkeeper. The figures themselves are counted from orders and refunds.

-- What a terminal's own report says of a day, as a person read it there: for terminals that can't be asked.
CREATE TABLE terminal_day_sum (
  terminal_id integer NOT NULL REFERENCES terminal,
  date date NOT NULL,
  sum_cents integer NOT NULL,
  note text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  told_by integer NOT NULL REFERENCES app_user,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (terminal_id, date)
);

-- One row: which accounts vouchers name. sales_by_rate: {"1350": "3010"}, rates in basis points.
CREATE TABLE ledger_accounts (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  card text NOT NULL,
  other text NOT NULL,
  clearing text NOT NULL,
  vat text NOT NULL,
  sales text NOT NULL,
  sales_by_rate jsonb NOT NULL DEFAULT '{}',
  revision integer NOT NULL DEFAULT 1
);
INSERT INTO ledger_accounts (card, other, clearing, vat, sales) VALUES ('1720', '1910', '1799', '2939', '3000');

-- A day or a month is read by when it was paid, given back or taken, never by going through all orders.
CREATE INDEX IF NOT EXISTS order_paid ON customer_order (store_id, paid_at) INCLUDE (total_cents) WHERE paid_at IS NOT NULL;
CREATE INDEX refund_done ON refund (outcome_at) WHERE state = 'DONE';
CREATE INDEX attempt_no_sale ON payment_attempt (outcome_at) WHERE state IN ('REVERSAL_DUE', 'REVERSED');
CREATE INDEX attempt_unclear ON payment_attempt (created_at) WHERE state IN ('UNRESOLVED', 'REVIEW');
CREATE INDEX test_terminal_approved ON test_terminal_payment (terminal_id, decided_at) WHERE state = 'approved';
CREATE INDEX test_terminal_given ON test_terminal_refund (received_at) WHERE state = 'given';
