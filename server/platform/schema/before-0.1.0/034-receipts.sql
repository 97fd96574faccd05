-- What receipts say of who sold and where, as it was then: the operator, its stores and events may be renamed later. Goods,
-- prices and VAT stand in the rows of orders and refunds, which do not change.
CREATE TABLE receipt (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  order_id integer NOT NULL REFERENCES customer_order ON DELETE CASCADE,
  -- Null: of the sale itself.
  refund_id integer UNIQUE REFERENCES refund ON DELETE CASCADE,
  operator_name text NOT NULL,
  business_id text NOT NULL,
  operator_address text NOT NULL,
  operator_email text NOT NULL,
  operator_phone text NOT NULL,
  store_name text NOT NULL,
  store_address text NOT NULL,
  time_zone text NOT NULL,
  event_names jsonb,
  -- The shopper's mail is still to be written into the outbox.
  is_mail_due boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX receipt_of_sale ON receipt (order_id) WHERE refund_id IS NULL;
CREATE INDEX receipt_mail_due ON receipt (id) WHERE is_mail_due;

-- Whether receipts come by mail by themselves.
ALTER TABLE app_user ADD COLUMN mails_receipts boolean NOT NULL DEFAULT true;

-- One's own purchases, the newest first.
CREATE INDEX order_user_paid ON customer_order (user_id, paid_at DESC, id DESC) WHERE paid_at IS NOT NULL;

-- Of what was paid and given back before: as the operator and its stores are now, and nobody is mailed.
INSERT INTO receipt (order_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
  store_address, time_zone, event_names, is_mail_due, created_at)
SELECT paid.id, operator.name, operator.business_id, operator.address, operator.email, operator.phone, store.name,
  store.address, store.time_zone, event.names, false, paid.paid_at
FROM customer_order paid JOIN store ON store.id = paid.store_id CROSS JOIN operator
LEFT JOIN preorder_event event ON event.id = paid.preorder_event_id
WHERE paid.paid_at IS NOT NULL;

INSERT INTO receipt (order_id, refund_id, operator_name, business_id, operator_address, operator_email, operator_phone,
  store_name, store_address, time_zone, event_names, is_mail_due, created_at)
SELECT sale.order_id, refund.id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
  store_address, time_zone, event_names, false, refund.outcome_at
FROM refund JOIN receipt sale ON sale.order_id = refund.order_id AND sale.refund_id IS NULL
WHERE refund.state = 'DONE' AND refund.kind = 'refund';
