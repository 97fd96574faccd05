-- What a payment service reports of a refund that it had accepted: the money was not returned. It is kept by the service's own reference,
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
