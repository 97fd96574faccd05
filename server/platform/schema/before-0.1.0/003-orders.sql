-- Orders and their payments. The fences against paying twice are the unique partial indexes of this file.

CREATE TABLE customer_order (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user,
  store_id integer NOT NULL REFERENCES store,
  order_type text NOT NULL DEFAULT 'standard' CHECK (order_type IN ('standard', 'preorder')),
  status text NOT NULL
    CHECK (status IN ('checkout', 'payment_pending', 'complete', 'error', 'preorder_booked', 'preorder_delivered')),
  total_cents integer NOT NULL CHECK (total_cents >= 0),
  net_cents integer NOT NULL CHECK (net_cents BETWEEN 0 AND total_cents),
  terms_version_id integer REFERENCES terms_version,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  cancelled_at timestamptz,
  CHECK ((status = 'complete') = (paid_at IS NOT NULL)),
  CHECK (cancelled_at IS NULL OR status IN ('checkout', 'error', 'preorder_booked', 'preorder_delivered'))
);
CREATE UNIQUE INDEX order_one_checkout_per_user ON customer_order (user_id)
  WHERE status = 'checkout' AND cancelled_at IS NULL;
CREATE INDEX order_user ON customer_order (user_id, status) WHERE cancelled_at IS NULL;
CREATE INDEX order_stale_checkout ON customer_order (updated_at) WHERE status = 'checkout' AND cancelled_at IS NULL;

CREATE TABLE order_line (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  order_id integer NOT NULL REFERENCES customer_order ON DELETE CASCADE,
  product_version_id integer NOT NULL REFERENCES product_version,
  product_id integer NOT NULL REFERENCES product,
  quantity_thousandths bigint NOT NULL CHECK (quantity_thousandths > 0),
  -- One per price label; their sum is the line's total.
  amounts_cents integer[],
  unit_price_cents integer NOT NULL CHECK (unit_price_cents >= 0),
  deposit_cents integer NOT NULL DEFAULT 0 CHECK (deposit_cents >= 0),
  total_cents integer NOT NULL CHECK (total_cents >= 0),
  -- The class's rate when the order was priced, and again when its payment began.
  rate_basis_points integer NOT NULL,
  UNIQUE (order_id, product_id)
);

-- Every change of an order's status, with who made it: 'shopper', 'terminal', 'recovery', 'clean-up' or 'admin'.
CREATE TABLE order_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES customer_order ON DELETE CASCADE,
  from_status text,
  to_status text NOT NULL,
  actor text NOT NULL,
  user_id integer REFERENCES app_user,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_event_order ON order_event (order_id);

-- One try to pay an order at a terminal, written down before the terminal hears of it.
CREATE TABLE payment_attempt (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  order_id integer NOT NULL REFERENCES customer_order,
  user_id integer NOT NULL REFERENCES app_user,
  terminal_id integer NOT NULL REFERENCES terminal,
  -- What the terminal knows it by: never used for another attempt.
  service_id text NOT NULL UNIQUE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'APPROVED', 'DECLINED',
    'CANCELLED', 'ABORTED', 'NOT_PROCESSED', 'MANUAL', 'REVERSAL_DUE', 'REVERSED', 'REVIEW')),
  -- The order's status before it became payment_pending: what it returns to.
  order_status_before text NOT NULL,
  -- The server that drives it, and until when the others leave it alone.
  owner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  deadline_at timestamptz NOT NULL,
  abort_requested_at timestamptz,
  outcome_at timestamptz,
  string_code text,
  transaction_id text,
  receipt_text text,
  -- Who learned the outcome: live, recovery or admin.
  source text
);
CREATE UNIQUE INDEX attempt_one_per_order ON payment_attempt (order_id)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'APPROVED', 'MANUAL', 'REVERSAL_DUE', 'REVIEW');
CREATE UNIQUE INDEX attempt_one_per_terminal ON payment_attempt (terminal_id) WHERE state IN ('INTENT', 'SENT', 'UNKNOWN');
CREATE UNIQUE INDEX attempt_one_per_user ON payment_attempt (user_id) WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN');
CREATE INDEX attempt_open ON payment_attempt (lease_until)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'REVERSAL_DUE');
CREATE INDEX attempt_order ON payment_attempt (order_id, id);

-- The stock ledger: every change of stock, never edited. A line moves stock once per kind.
CREATE TABLE stock_move (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id integer NOT NULL REFERENCES store,
  product_id integer NOT NULL REFERENCES product,
  quantity_thousandths bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'delivery', 'count', 'waste', 'correction', 'refund')),
  order_line_id integer REFERENCES order_line,
  user_id integer REFERENCES app_user,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_line_id, kind),
  CHECK (kind NOT IN ('sale', 'refund') OR order_line_id IS NOT NULL)
);
CREATE INDEX stock_move_product ON stock_move (store_id, product_id);

-- The virtual test terminal's own memory. The shop reaches it through the provider interface alone.
CREATE TABLE test_terminal_payment (
  service_id text PRIMARY KEY,
  terminal_id integer NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'hung', 'approved', 'declined', 'cancelled')),
  cancelled_by text,
  received_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz
);
CREATE INDEX test_terminal_waiting ON test_terminal_payment (terminal_id) WHERE state IN ('waiting', 'hung');
