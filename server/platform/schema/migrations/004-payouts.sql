-- What a payment provider paid to the bank account, from its report. A payout may have payments of several stores.
CREATE TABLE payout (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT payout_pkey PRIMARY KEY,
  provider text NOT NULL,
  -- The provider's name for it.
  reference text NOT NULL CONSTRAINT payout_reference_check CHECK (reference <> ''),
  paid_on date NOT NULL,
  currency text NOT NULL,
  -- As the report has it; null: it doesn't say.
  paid_cents integer,
  uploaded_by integer NOT NULL CONSTRAINT payout_uploaded_by_fkey REFERENCES app_user,
  uploaded_at timestamptz NOT NULL,
  CONSTRAINT payout_reference_key UNIQUE (provider, reference)
);
CREATE INDEX payout_paid_on ON payout (paid_on, id);

-- A line of a report, and the payment or refund that it is about.
CREATE TABLE settlement_line (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT settlement_line_pkey PRIMARY KEY,
  payout_id integer NOT NULL CONSTRAINT settlement_line_payout_id_fkey REFERENCES payout ON DELETE CASCADE,
  -- What the line says, and which one it is of equal lines: a report that is uploaded again adds nothing.
  line_key text NOT NULL,
  kind text NOT NULL CONSTRAINT settlement_line_kind_check CHECK (kind IN ('payment', 'refund', 'fee', 'other')),
  -- The provider's word for it.
  type text NOT NULL,
  reference text NOT NULL,
  -- What names the payment or the refund in the shop, and the payment that a refund is of.
  keys text[] NOT NULL,
  payment_keys text[] NOT NULL,
  day date,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  -- In the payout's currency.
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  attempt_id bigint CONSTRAINT settlement_line_attempt_id_fkey REFERENCES payment_attempt ON DELETE SET NULL,
  refund_id bigint CONSTRAINT settlement_line_refund_id_fkey REFERENCES refund ON DELETE SET NULL,
  -- The store of the payment; null while the shop knows no such payment.
  store_id integer CONSTRAINT settlement_line_store_id_fkey REFERENCES store,
  -- What differs from what the shop has; null: nothing.
  finding text CONSTRAINT settlement_line_finding_check CHECK (finding IN ('unknown', 'notDone', 'amount', 'twice', 'other')),
  CONSTRAINT settlement_line_line_key_key UNIQUE (payout_id, line_key)
);
CREATE INDEX settlement_line_attempt ON settlement_line (attempt_id);
CREATE INDEX settlement_line_refund ON settlement_line (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX settlement_line_finding ON settlement_line (payout_id) WHERE finding IS NOT NULL;
