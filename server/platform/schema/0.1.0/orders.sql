-- Orders: what shoppers buy, their receipts, and recalls of products.

-- An order from checkout on. The basket before that is in the browser.
CREATE TABLE customer_order (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT customer_order_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT customer_order_user_id_fkey REFERENCES app_user,
  store_id integer NOT NULL CONSTRAINT customer_order_store_id_fkey REFERENCES store,
  order_type text NOT NULL DEFAULT 'standard'
    CONSTRAINT customer_order_order_type_check CHECK (order_type IN ('standard', 'preorder')),
  status text NOT NULL CONSTRAINT customer_order_status_check
    CHECK (status IN ('checkout', 'payment_pending', 'complete', 'error', 'preorder_booked', 'preorder_delivered')),
  -- VAT included, and without VAT.
  total_cents integer NOT NULL CONSTRAINT customer_order_total_cents_check CHECK (total_cents >= 0),
  net_cents integer NOT NULL,
  terms_version_id integer CONSTRAINT customer_order_terms_version_id_fkey REFERENCES terms_version,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  -- A cancelled order keeps its status.
  cancelled_at timestamptz,
  preorder_event_id integer,
  -- The booked pre-order whose place this one takes when it is booked.
  replaces_order_id bigint CONSTRAINT customer_order_replaces_order_id_fkey REFERENCES customer_order,
  booked_at timestamptz,
  -- When the shopper was notified, once, that the goods are in the store.
  delivery_notified_at timestamptz,
  CONSTRAINT customer_order_net_cents_check CHECK (net_cents BETWEEN 0 AND total_cents),
  CONSTRAINT customer_order_paid_at_check CHECK ((status = 'complete') = (paid_at IS NOT NULL)),
  CONSTRAINT customer_order_cancelled_at_check
    CHECK (cancelled_at IS NULL OR status IN ('checkout', 'error', 'preorder_booked', 'preorder_delivered')),
  CONSTRAINT customer_order_preorder_event_check CHECK ((order_type = 'preorder') = (preorder_event_id IS NOT NULL)),
  CONSTRAINT customer_order_replaces_order_check CHECK (replaces_order_id IS NULL OR order_type = 'preorder')
);
-- A shopper has one order at checkout.
CREATE UNIQUE INDEX order_one_checkout_per_user ON customer_order (user_id) WHERE status = 'checkout' AND cancelled_at IS NULL;
-- Checkouts that the clean-up cancels a day after they were placed.
CREATE INDEX order_checkout_created ON customer_order (created_at) WHERE status = 'checkout' AND cancelled_at IS NULL;
CREATE INDEX order_user ON customer_order (user_id, status) WHERE cancelled_at IS NULL;
-- A shopper's purchases, the newest first.
CREATE INDEX order_user_paid ON customer_order (user_id, paid_at DESC, id DESC) WHERE paid_at IS NOT NULL;
-- Sales of a day or a month.
CREATE INDEX order_paid ON customer_order (store_id, paid_at) INCLUDE (total_cents) WHERE paid_at IS NOT NULL;
-- The back office's list of orders. The columns that it filters by are in the index: counting reads no order.
CREATE INDEX order_updated ON customer_order (updated_at, id)
  INCLUDE (status, store_id, order_type, cancelled_at, total_cents);
CREATE INDEX order_store_updated ON customer_order (store_id, updated_at, id)
  INCLUDE (status, order_type, cancelled_at, total_cents);
CREATE INDEX order_user_updated ON customer_order (user_id, updated_at, id);
CREATE INDEX order_total ON customer_order (total_cents, id);
-- The few orders that were not simply paid. Orders in error are found here, too.
CREATE INDEX order_unpaid_updated ON customer_order (status, updated_at, id)
  INCLUDE (store_id, order_type, cancelled_at, total_cents) WHERE status <> 'complete';
CREATE INDEX order_cancelled_updated ON customer_order (updated_at, id)
  INCLUDE (store_id, order_type, cancelled_at, total_cents) WHERE cancelled_at IS NOT NULL;
CREATE INDEX order_preorder_updated ON customer_order (updated_at, id)
  INCLUDE (status, store_id, order_type, cancelled_at, total_cents) WHERE order_type = 'preorder';
-- What was paid later than in the visit (domain/stores/visit.ts) in which it was ordered.
CREATE INDEX order_paid_late ON customer_order (created_at) WHERE paid_at - created_at > interval '2 hours';
CREATE INDEX order_preorder_event ON customer_order (preorder_event_id, store_id, status) WHERE preorder_event_id IS NOT NULL;
CREATE INDEX order_replaces ON customer_order (replaces_order_id) WHERE replaces_order_id IS NOT NULL;

-- A product in an order.
CREATE TABLE order_line (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT order_line_pkey PRIMARY KEY,
  order_id bigint NOT NULL CONSTRAINT order_line_order_id_fkey REFERENCES customer_order ON DELETE CASCADE,
  product_version_id integer NOT NULL CONSTRAINT order_line_product_version_id_fkey REFERENCES product_version,
  product_id integer NOT NULL CONSTRAINT order_line_product_id_fkey REFERENCES product,
  quantity_thousandths bigint NOT NULL CONSTRAINT order_line_quantity_thousandths_check CHECK (quantity_thousandths > 0),
  -- Of a line of price labels: the amount of each; their sum is the line's total.
  amounts_cents integer[],
  unit_price_cents integer NOT NULL CONSTRAINT order_line_unit_price_cents_check CHECK (unit_price_cents >= 0),
  deposit_cents integer NOT NULL DEFAULT 0 CONSTRAINT order_line_deposit_cents_check CHECK (deposit_cents >= 0),
  total_cents integer NOT NULL CONSTRAINT order_line_total_cents_check CHECK (total_cents >= 0),
  -- The VAT rate when the order was priced, updated when its payment begins.
  rate_basis_points integer NOT NULL,
  -- What refunds returned of it, or may have.
  refunded_cents integer NOT NULL DEFAULT 0,
  refunded_thousandths bigint NOT NULL DEFAULT 0,
  -- As the product was marked when it was ordered.
  perishable boolean NOT NULL DEFAULT false,
  -- Sold only after an approval; so is what has got a least age since.
  age_limited boolean NOT NULL DEFAULT false,
  -- As the package's code named them.
  lot text CONSTRAINT order_line_lot_check CHECK (length(lot) BETWEEN 1 AND 20),
  best_before date,
  use_by date,
  -- What one would have cost, and by how much its date reduced that.
  full_price_cents integer,
  reduced_percent smallint CONSTRAINT order_line_reduced_percent_check CHECK (reduced_percent BETWEEN 1 AND 90),
  -- Nothing is refunded twice.
  CONSTRAINT order_line_refunded_check CHECK (refunded_cents BETWEEN 0 AND total_cents
    AND refunded_thousandths BETWEEN 0 AND quantity_thousandths),
  CONSTRAINT order_line_date_check CHECK (best_before IS NULL OR use_by IS NULL),
  CONSTRAINT order_line_reduced_check CHECK ((full_price_cents IS NULL) = (reduced_percent IS NULL) AND full_price_cents >= unit_price_cents
    AND (reduced_percent IS NULL OR best_before IS NOT NULL OR use_by IS NOT NULL))
);
-- Packages of a product with another lot or date are another line.
CREATE UNIQUE INDEX order_line_goods ON order_line (order_id, product_id, coalesce(lot, ''), coalesce(use_by, best_before, 'infinity'));

-- A person on staff lets the goods with a least age in an order be sold. A changed order is another one, or has another total: that needs
-- a new approval. A request that nobody answered in time may be repeated, which overwrites it. An approval counts while its person may
-- give one, and somebody besides the shopper is in the store.
CREATE TABLE order_approval (
  order_id bigint
    CONSTRAINT order_approval_pkey PRIMARY KEY
    CONSTRAINT order_approval_order_id_fkey REFERENCES customer_order ON DELETE CASCADE,
  total_cents integer NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decision text CONSTRAINT order_approval_decision_check CHECK (decision IN ('approved', 'refused')),
  decided_at timestamptz,
  decided_by integer CONSTRAINT order_approval_decided_by_fkey REFERENCES app_user,
  -- Until when the order may be paid, while somebody is in the store; null: it was refused.
  valid_until timestamptz,
  -- When the staffed hours of the decision end, and the store's revision that has them; null: it was made by a person who had said that
  -- they are in the store.
  staffed_until timestamptz,
  store_revision integer,
  CONSTRAINT order_approval_decided_check CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CONSTRAINT order_approval_staffed_until_check CHECK ((staffed_until IS NULL) = (store_revision IS NULL)),
  CONSTRAINT order_approval_valid_until_check CHECK ((decision IS NOT DISTINCT FROM 'approved') = (valid_until IS NOT NULL))
);
CREATE INDEX order_approval_requested ON order_approval (requested_at);

-- Every change of an order's status.
CREATE TABLE order_event (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT order_event_pkey PRIMARY KEY,
  order_id bigint NOT NULL CONSTRAINT order_event_order_id_fkey REFERENCES customer_order ON DELETE CASCADE,
  from_status text,
  to_status text NOT NULL,
  kind text NOT NULL CONSTRAINT order_event_kind_check CHECK (kind IN ('status_changed', 'payment', 'refund', 'reversal', 'cancelled', 'replaced',
    'store_changed', 'expired', 'store_hidden', 'account_removed', 'booked', 'delivered', 'withdrawn', 'split_off',
    'age_approved', 'age_refused')),
  attempt_id bigint,
  refund_id bigint,
  -- The result code of a payment, or the state that an admin gave it; the state of a refund, or of the payment that a reversal returned.
  outcome text,
  -- 'shopper', 'terminal', 'recovery', 'clean-up' or 'admin'.
  actor text NOT NULL,
  user_id integer CONSTRAINT order_event_user_id_fkey REFERENCES app_user,
  -- As an admin entered it.
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_event_facts_check CHECK ((attempt_id IS NOT NULL) = (kind = 'payment')
    AND (refund_id IS NOT NULL) = (kind IN ('refund', 'reversal'))
    AND (outcome IS NOT NULL) = (kind IN ('payment', 'refund', 'reversal')))
);
CREATE INDEX order_event_order ON order_event (order_id);

-- The seller and the store as they were at the time of a sale or a refund: they may be renamed later. Goods, prices and VAT are in the
-- rows of orders and refunds, which do not change.
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT receipt_pkey PRIMARY KEY,
  order_id bigint NOT NULL CONSTRAINT receipt_order_id_fkey REFERENCES customer_order ON DELETE CASCADE,
  -- Null: the receipt of the sale.
  refund_id bigint CONSTRAINT receipt_refund_id_key UNIQUE,
  operator_name text NOT NULL,
  business_id text NOT NULL,
  operator_address text NOT NULL,
  operator_email text NOT NULL,
  operator_phone text NOT NULL,
  store_name text NOT NULL,
  store_address text NOT NULL,
  time_zone text NOT NULL,
  -- Of a pre-order: {en, fi, sv}.
  event_names jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX receipt_of_sale ON receipt (order_id) WHERE refund_id IS NULL;

-- A product that must not be sold any more, and whose buyers are informed: docs/developer/decisions/036-food-and-recalls.md.
CREATE TABLE recall (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT recall_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT recall_product_id_fkey REFERENCES product,
  -- {en, fi, sv}: what is wrong, and what buyers should do.
  reasons jsonb NOT NULL,
  -- As the package shows them.
  lots text NOT NULL CONSTRAINT recall_lots_check CHECK (length(lots) <= 1000),
  -- Days of sale, in the time zone of the shop. Null: since ever, until the block.
  sold_from date,
  sold_until date,
  started_at timestamptz NOT NULL,
  started_by integer NOT NULL CONSTRAINT recall_started_by_fkey REFERENCES app_user,
  -- From then on the product may be sold again. Its buyers stay.
  ended_at timestamptz,
  ended_by integer CONSTRAINT recall_ended_by_fkey REFERENCES app_user,
  -- Sales until then were searched for buyers.
  searched_until timestamptz,
  CONSTRAINT recall_sold_until_check CHECK (sold_until >= sold_from),
  CONSTRAINT recall_ended_at_check CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX recall_open ON recall (product_id) WHERE ended_at IS NULL;
CREATE INDEX recall_product ON recall (product_id);
CREATE INDEX recall_started ON recall (started_at, id);

-- The lots of a recall by lot: the product's other lots stay on sale, so the product is not marked as recalled. Without a row, all of it is
-- recalled.
CREATE TABLE recalled_lot (
  recall_id integer NOT NULL CONSTRAINT recalled_lot_recall_id_fkey REFERENCES recall,
  lot text NOT NULL CONSTRAINT recalled_lot_lot_check CHECK (length(lot) BETWEEN 1 AND 20),
  CONSTRAINT recalled_lot_pkey PRIMARY KEY (recall_id, lot)
);

-- Who bought or pre-ordered it. The row is written in the transaction that writes its messages: each buyer is informed once.
CREATE TABLE recall_buyer (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT recall_buyer_pkey PRIMARY KEY,
  recall_id integer NOT NULL CONSTRAINT recall_buyer_recall_id_fkey REFERENCES recall,
  user_id integer NOT NULL CONSTRAINT recall_buyer_user_id_fkey REFERENCES app_user,
  found_at timestamptz NOT NULL,
  -- False: bought packages of which no lot is known, while only some lots are recalled.
  is_certain boolean NOT NULL DEFAULT true,
  -- When the buyer confirmed the notice in the app, which is shown until then.
  confirmed_at timestamptz,
  refund_requested_at timestamptz,
  CONSTRAINT recall_buyer_recall_id_user_id_key UNIQUE (recall_id, user_id)
);
CREATE INDEX recall_buyer_user ON recall_buyer (user_id);

ALTER TABLE stock_move ADD CONSTRAINT stock_move_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_line;
ALTER TABLE outbox_message ADD CONSTRAINT outbox_message_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipt ON DELETE CASCADE;
ALTER TABLE outbox_message ADD CONSTRAINT outbox_message_recall_buyer_id_fkey FOREIGN KEY (recall_buyer_id) REFERENCES recall_buyer;

-- Keeps seller and store for the receipt of an order that was paid, and puts its email into the outbox. A receipt that exists stays, and is
-- not emailed again.
CREATE FUNCTION write_receipt(paid_order bigint) RETURNS void LANGUAGE plpgsql STRICT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  written bigint;
BEGIN
  INSERT INTO receipt (order_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name, store_address,
      time_zone, event_names)
    SELECT sold.id, operator.name, operator.business_id, operator.address, operator.email, operator.phone, store.name, store.address,
      store.time_zone, (SELECT names FROM preorder_event WHERE preorder_event.id = sold.preorder_event_id)
    FROM customer_order sold JOIN store ON store.id = sold.store_id CROSS JOIN operator
    WHERE sold.id = paid_order AND sold.status = 'complete'
    ON CONFLICT (order_id) WHERE refund_id IS NULL DO NOTHING RETURNING id INTO written;
  IF written IS NOT NULL THEN INSERT INTO outbox_message (kind, receipt_id) VALUES ('receipt', written); END IF;
END $$;

-- Places an order at checkout in the shopper's active store, in one statement and one commit; an earlier one at checkout is cancelled.
-- Returns in `refused` why it can't be placed; then nothing is written. The user's row is locked first, against a change of store and against
-- another order at the same moment. A recall locks its product's row, so that an order either comes before it or finds it.
CREATE FUNCTION place_order(
  buyer integer, requested_store integer, goods_type text, event integer, replaced_preorder bigint, gross_cents integer, without_vat_cents integer,
  max_a_day integer, placed_at timestamptz, product_ids integer[], goods jsonb,
  OUT refused text, OUT recalled_product integer, OUT retry_at timestamptz, OUT new_order bigint, OUT buyer_email text,
  OUT changed_at timestamptz
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  active_store integer;
  seller_store store;
  newest_terms integer := (SELECT max(id) FROM terms_version);
  product_count integer;
  earlier bigint;
BEGIN
  SELECT active_store_id, email INTO active_store, buyer_email FROM app_user WHERE id = buyer FOR NO KEY UPDATE;
  SELECT count(*), min(id) FILTER (WHERE recalled_at IS NOT NULL) INTO product_count, recalled_product
    FROM (SELECT id, recalled_at FROM product WHERE id = ANY (product_ids) ORDER BY id FOR KEY SHARE) requested;
  SELECT coalesce(recalled_product, min(line.product_id)) INTO recalled_product
    FROM jsonb_to_recordset(goods) AS line (product_id integer, lot text)
    JOIN recall ON recall.product_id = line.product_id AND recall.ended_at IS NULL
    JOIN recalled_lot ON recalled_lot.recall_id = recall.id AND recalled_lot.lot = line.lot;
  IF recalled_product IS NOT NULL THEN refused := 'order.productRecalled'; RETURN; END IF;
  -- Waits for a payment of it that begins at this moment.
  SELECT id INTO earlier FROM customer_order WHERE user_id = buyer AND status = 'checkout' AND cancelled_at IS NULL FOR NO KEY UPDATE;
  PERFORM FROM customer_order WHERE user_id = buyer AND status = 'payment_pending' AND cancelled_at IS NULL;
  IF FOUND THEN refused := 'order.paymentPending'; RETURN; END IF;
  -- The rows are the count: replaced orders stay for a day. None was changed before it was placed: the index has the time of the last change.
  IF (SELECT count(*) FROM customer_order WHERE user_id = buyer AND updated_at > now() - interval '1 day'
      AND created_at > now() - interval '1 day') >= max_a_day THEN
    refused := 'order.tooManyToday';
    SELECT created_at + interval '1 day' INTO retry_at FROM customer_order WHERE user_id = buyer
      AND updated_at > now() - interval '1 day' AND created_at > now() - interval '1 day'
      ORDER BY created_at DESC OFFSET max_a_day - 1 LIMIT 1;
    RETURN;
  END IF;
  SELECT * INTO seller_store FROM store WHERE id = requested_store;
  IF seller_store.needs_terms AND newest_terms IS NULL THEN refused := 'order.termsMissing'; RETURN; END IF;
  IF product_count < cardinality(product_ids) OR active_store IS DISTINCT FROM requested_store OR NOT seller_store.published THEN
    refused := 'store.required'; RETURN;
  END IF;

  IF earlier IS NOT NULL THEN
    UPDATE customer_order SET cancelled_at = placed_at, updated_at = placed_at WHERE id = earlier;
    INSERT INTO order_event (order_id, from_status, to_status, actor, user_id, kind, created_at)
      VALUES (earlier, 'checkout', 'cancelled', 'shopper', buyer, 'replaced', placed_at);
  END IF;
  INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, terms_version_id, order_type, preorder_event_id,
      replaces_order_id)
    VALUES (buyer, requested_store, 'checkout', gross_cents, without_vat_cents, newest_terms, goods_type, event, replaced_preorder)
    RETURNING id, updated_at INTO new_order, changed_at;
  INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, amounts_cents, unit_price_cents, deposit_cents,
      total_cents, rate_basis_points, perishable, age_limited, lot, best_before, use_by, full_price_cents, reduced_percent)
    SELECT new_order, line.* FROM jsonb_to_recordset(goods) AS line (product_version_id integer, product_id integer,
      quantity_thousandths bigint, amounts_cents integer[], unit_price_cents integer, deposit_cents integer, total_cents integer,
      rate_basis_points integer, perishable boolean, age_limited boolean, lot text, best_before date, use_by date,
      full_price_cents integer, reduced_percent smallint);
END $$;
