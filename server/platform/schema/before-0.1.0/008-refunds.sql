-- Money that goes back. A refund is written down before the terminal hears of it, as a payment attempt is.

-- How much of a payment went back, or may have: the fence of the sum. Refunds that fail give their part free again.
-- It lies beside the attempt, since an attempt that has its outcome is never written again.
CREATE TABLE refund_account (
  attempt_id integer PRIMARY KEY REFERENCES payment_attempt,
  paid_cents integer NOT NULL CHECK (paid_cents > 0),
  given_back_cents integer NOT NULL DEFAULT 0 CHECK (given_back_cents BETWEEN 0 AND paid_cents)
);

-- The same for each line: nothing is given back twice.
ALTER TABLE order_line
  ADD COLUMN given_back_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN given_back_thousandths bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT order_line_given_back_check CHECK (given_back_cents BETWEEN 0 AND total_cents
    AND given_back_thousandths BETWEEN 0 AND quantity_thousandths);

-- refund: an admin gives back all or some lines of a paid order. reversal: the shop itself gives back what was taken for
-- an order that no longer waited for it.
CREATE TABLE refund (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('refund', 'reversal')),
  attempt_id integer NOT NULL REFERENCES refund_account,
  order_id integer NOT NULL REFERENCES customer_order,
  -- What the terminal knows it by: never used for another refund.
  refund_key text NOT NULL UNIQUE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'DONE', 'REFUSED', 'NOT_PROCESSED')),
  reason text NOT NULL CHECK (reason <> ''),
  asked_by integer REFERENCES app_user,
  returns_stock boolean NOT NULL DEFAULT false,
  -- The server that drives it, and until when the others leave it alone.
  owner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  outcome_at timestamptz,
  -- Why it was refused or did not get there, for the operator.
  detail text,
  transaction_id text,
  receipt_text text,
  merchant_receipt_text text,
  -- Who learned the outcome: live, recovery or admin.
  source text CHECK (source IN ('live', 'recovery', 'admin')),
  CHECK ((kind = 'refund') = (asked_by IS NOT NULL)),
  CHECK (kind = 'refund' OR NOT returns_stock),
  CHECK ((state IN ('DONE', 'REFUSED', 'NOT_PROCESSED')) = (outcome_at IS NOT NULL)),
  CHECK (state IN ('INTENT', 'NOT_PROCESSED') OR sent_at IS NOT NULL)
);
CREATE UNIQUE INDEX refund_one_open_per_attempt ON refund (attempt_id)
  WHERE state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED');
CREATE INDEX refund_open ON refund (lease_until) WHERE state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED');
CREATE INDEX refund_attempt ON refund (attempt_id, id);
CREATE INDEX refund_order ON refund (order_id, id);

CREATE TABLE refund_line (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  refund_id integer NOT NULL REFERENCES refund,
  order_line_id integer NOT NULL REFERENCES order_line,
  quantity_thousandths bigint NOT NULL CHECK (quantity_thousandths >= 0),
  amount_cents integer NOT NULL CHECK (amount_cents >= 0),
  -- Of a line that price labels made: the labels that go back; their sum is the amount.
  amounts_cents integer[],
  UNIQUE (refund_id, order_line_id),
  CHECK (quantity_thousandths > 0 OR amount_cents > 0)
);
CREATE INDEX refund_line_order_line ON refund_line (order_line_id);

-- The VAT within a refund, by rate, as it was counted when the refund was asked for.
CREATE TABLE refund_vat (
  refund_id integer NOT NULL REFERENCES refund,
  rate_basis_points integer NOT NULL,
  gross_cents integer NOT NULL CHECK (gross_cents > 0),
  vat_cents integer NOT NULL CHECK (vat_cents BETWEEN 0 AND gross_cents),
  PRIMARY KEY (refund_id, rate_basis_points)
);

-- Goods that come back with a refund: one move per line of the refund, so a line may come back in parts.
ALTER TABLE stock_move
  ADD COLUMN refund_line_id integer REFERENCES refund_line,
  DROP CONSTRAINT stock_move_kind_check,
  ADD CONSTRAINT stock_move_kind_check
    CHECK (kind IN ('sale', 'delivery', 'count', 'waste', 'correction', 'refund', 'return')),
  ADD CONSTRAINT stock_move_return_check CHECK ((kind = 'return') = (refund_line_id IS NOT NULL));
CREATE UNIQUE INDEX stock_move_refund_line ON stock_move (refund_line_id) WHERE refund_line_id IS NOT NULL;

-- The virtual test terminal's own memory of what it gave back.
CREATE TABLE test_terminal_refund (
  refund_key text PRIMARY KEY,
  service_id text NOT NULL,
  amount_cents integer NOT NULL,
  state text NOT NULL CHECK (state IN ('given', 'refused')),
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_terminal_refund_payment ON test_terminal_refund (service_id);
