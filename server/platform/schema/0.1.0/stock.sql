-- Stock: quantities on shelves, purchase prices and orders, deliveries, the ledger of every change, entries by admins, and stock takes.

-- What a store has of a product and whether it offers it.
CREATE TABLE store_stock (
  store_id integer NOT NULL CONSTRAINT store_stock_store_id_fkey REFERENCES store,
  product_id integer NOT NULL CONSTRAINT store_stock_product_id_fkey REFERENCES product,
  offered boolean NOT NULL DEFAULT true,
  -- The sum of the product's moves in the store, updated in the same transaction.
  quantity_thousandths bigint NOT NULL DEFAULT 0,
  alarm_thousandths bigint,
  -- Copies of the product's columns, from which the level is computed. Saving the product updates them.
  is_standard boolean NOT NULL DEFAULT true,
  product_alarm_thousandths bigint,
  level text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN quantity_thousandths < 0 THEN 'negative'
      WHEN quantity_thousandths = 0 THEN 'out'
      WHEN quantity_thousandths <= coalesce(alarm_thousandths, product_alarm_thousandths) THEN 'low'
      ELSE 'ok' END) STORED,
  -- The offer is included: what a store does not offer is found without reading its rows.
  CONSTRAINT store_stock_pkey PRIMARY KEY (store_id, product_id) INCLUDE (offered)
);
CREATE INDEX store_stock_product ON store_stock (product_id);
CREATE INDEX store_stock_quantity ON store_stock (store_id, quantity_thousandths, product_id) WHERE is_standard;
CREATE INDEX store_stock_levels ON store_stock (store_id, level, product_id, offered) WHERE is_standard;

-- The packages of a product in a store that share a lot, a date or both, as deliveries named them. What a shelf has besides its lots is
-- of no known lot: docs/developer/decisions/035-stock-and-purchasing.md.
CREATE TABLE stock_lot (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT stock_lot_pkey PRIMARY KEY,
  store_id integer NOT NULL,
  product_id integer NOT NULL,
  lot text CONSTRAINT stock_lot_lot_check CHECK (length(lot) BETWEEN 1 AND 20),
  best_before date,
  use_by date,
  last_day date GENERATED ALWAYS AS (coalesce(use_by, best_before)) STORED,
  -- The sum of its moves, updated in the same transaction.
  quantity_thousandths bigint NOT NULL DEFAULT 0 CONSTRAINT stock_lot_quantity_check CHECK (quantity_thousandths >= 0),
  CONSTRAINT stock_lot_shelf_fkey FOREIGN KEY (store_id, product_id) REFERENCES store_stock,
  CONSTRAINT stock_lot_date_check CHECK (best_before IS NULL OR use_by IS NULL),
  CONSTRAINT stock_lot_name_check CHECK (lot IS NOT NULL OR best_before IS NOT NULL OR use_by IS NOT NULL)
);
CREATE UNIQUE INDEX stock_lot_goods ON stock_lot (store_id, product_id, coalesce(lot, ''), coalesce(use_by, best_before, 'infinity'));
-- What a store has, and what ends when.
CREATE INDEX stock_lot_there ON stock_lot (store_id, product_id) WHERE quantity_thousandths > 0;
CREATE INDEX stock_lot_last_day ON stock_lot (store_id, last_day, id) WHERE quantity_thousandths > 0;

-- By how much a store reduces goods before their date, and after a best-before date.
CREATE TABLE store_markdown (
  store_id integer NOT NULL CONSTRAINT store_markdown_store_id_fkey REFERENCES store CONSTRAINT store_markdown_pkey PRIMARY KEY,
  -- [{product_id, group_id, steps: [{days_left, percent}]}]; without both ids, for all goods.
  rules jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1
);

-- What a supplier asks for a product from a day on, excluding VAT, in ten-thousandths of a euro per piece, kilogram or litre. A price is
-- in force until the next one of the same supplier begins. Suppliers with prices stay; an unused product takes its prices with it.
CREATE TABLE purchase_price (
  product_id integer NOT NULL CONSTRAINT purchase_price_product_id_fkey REFERENCES product ON DELETE CASCADE,
  supplier_id integer NOT NULL CONSTRAINT purchase_price_supplier_id_fkey REFERENCES supplier,
  valid_from date NOT NULL,
  price_ten_thousandths bigint NOT NULL CONSTRAINT purchase_price_price_check CHECK (price_ten_thousandths BETWEEN 0 AND 1000000000),
  CONSTRAINT purchase_price_pkey PRIMARY KEY (product_id, supplier_id, valid_from)
);
CREATE INDEX purchase_price_supplier ON purchase_price (supplier_id, product_id);

-- One submission of a stock form; its lines are moves. A second submission with the same key moves nothing.
CREATE TABLE stock_entry (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT stock_entry_pkey PRIMARY KEY,
  client_key text NOT NULL CONSTRAINT stock_entry_client_key_key UNIQUE,
  -- Of what was submitted with the key: other content under the same key is an error.
  content_sha256 bytea NOT NULL,
  store_id integer NOT NULL CONSTRAINT stock_entry_store_id_fkey REFERENCES store,
  user_id integer NOT NULL CONSTRAINT stock_entry_user_id_fkey REFERENCES app_user,
  created_at timestamptz NOT NULL
);

-- Orders of a store to a supplier: docs/developer/decisions/035-stock-and-purchasing.md.
CREATE TABLE purchase_order (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT purchase_order_pkey PRIMARY KEY,
  supplier_id integer NOT NULL CONSTRAINT purchase_order_supplier_id_fkey REFERENCES supplier,
  store_id integer NOT NULL CONSTRAINT purchase_order_store_id_fkey REFERENCES store,
  -- closed: everything came, or an admin expects nothing more.
  state text NOT NULL DEFAULT 'draft' CONSTRAINT purchase_order_state_check CHECK (state IN ('draft', 'sent', 'closed', 'cancelled')),
  -- To the supplier.
  note text NOT NULL DEFAULT '' CONSTRAINT purchase_order_note_check CHECK (length(note) <= 1000),
  -- How it was sent: the language of its PDF, and the address; no address: it was passed on in another way.
  language text CONSTRAINT purchase_order_language_check CHECK (language IN ('en', 'fi', 'sv')),
  sent_to text,
  sent_at timestamptz,
  sent_by integer CONSTRAINT purchase_order_sent_by_fkey REFERENCES app_user,
  -- When it was closed or cancelled.
  ended_at timestamptz,
  ended_by integer CONSTRAINT purchase_order_ended_by_fkey REFERENCES app_user,
  created_at timestamptz NOT NULL,
  created_by integer NOT NULL CONSTRAINT purchase_order_created_by_fkey REFERENCES app_user,
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT purchase_order_sent_check CHECK ((sent_at IS NULL) = (sent_by IS NULL) AND (sent_at IS NULL) = (language IS NULL)),
  CONSTRAINT purchase_order_ended_check CHECK ((state IN ('closed', 'cancelled')) = (ended_at IS NOT NULL)),
  CONSTRAINT purchase_order_open_check CHECK (state NOT IN ('sent', 'closed') OR sent_at IS NOT NULL)
);
CREATE INDEX purchase_order_store ON purchase_order (store_id, state, id);
CREATE INDEX purchase_order_supplier ON purchase_order (supplier_id, id);

-- A product in a purchase order.
CREATE TABLE purchase_order_line (
  purchase_order_id integer NOT NULL CONSTRAINT purchase_order_line_purchase_order_id_fkey REFERENCES purchase_order,
  product_id integer NOT NULL CONSTRAINT purchase_order_line_product_id_fkey REFERENCES product,
  position integer NOT NULL,
  -- 0: it came without having been ordered.
  ordered_thousandths bigint NOT NULL CONSTRAINT purchase_order_line_ordered_check CHECK (ordered_thousandths >= 0),
  pack_thousandths bigint NOT NULL CONSTRAINT purchase_order_line_pack_check CHECK (pack_thousandths > 0),
  -- Expected, excluding VAT, of a piece, kilogram or litre.
  price_ten_thousandths bigint,
  -- The sum of its deliveries in the ledger, updated in the same transaction.
  received_thousandths bigint NOT NULL DEFAULT 0,
  -- As it was sent.
  name text,
  unit text,
  code text,
  CONSTRAINT purchase_order_line_pkey PRIMARY KEY (purchase_order_id, product_id)
);
CREATE INDEX purchase_order_line_product ON purchase_order_line (product_id);

-- A stock entry that received goods, or one that reverses such an entry with moves below zero.
CREATE TABLE delivery (
  stock_entry_id bigint CONSTRAINT delivery_pkey PRIMARY KEY
    CONSTRAINT delivery_stock_entry_id_fkey REFERENCES stock_entry,
  store_id integer NOT NULL CONSTRAINT delivery_store_id_fkey REFERENCES store,
  supplier_id integer CONSTRAINT delivery_supplier_id_fkey REFERENCES supplier,
  -- The number of the delivery note.
  note text CONSTRAINT delivery_note_check CHECK (length(note) <= 100),
  purchase_order_id integer CONSTRAINT delivery_purchase_order_id_fkey REFERENCES purchase_order,
  -- The delivery that this entry reverses; each at most once.
  undoes_id bigint CONSTRAINT delivery_undoes_id_fkey REFERENCES delivery CONSTRAINT delivery_undoes_id_key UNIQUE
);
CREATE INDEX delivery_store ON delivery (store_id, stock_entry_id);
CREATE INDEX delivery_supplier ON delivery (supplier_id);
CREATE INDEX delivery_purchase_order ON delivery (purchase_order_id) WHERE purchase_order_id IS NOT NULL;

-- A count of a store's shelves, on one phone or several, while the store sells.
CREATE TABLE stock_take (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT stock_take_pkey PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT stock_take_store_id_fkey REFERENCES store,
  state text NOT NULL DEFAULT 'open' CONSTRAINT stock_take_state_check CHECK (state IN ('open', 'paused', 'posted', 'cancelled')),
  started_by integer NOT NULL CONSTRAINT stock_take_started_by_fkey REFERENCES app_user,
  started_at timestamptz NOT NULL,
  closed_by integer CONSTRAINT stock_take_closed_by_fkey REFERENCES app_user,
  closed_at timestamptz,
  CONSTRAINT stock_take_closed_at_check CHECK ((state IN ('posted', 'cancelled')) = (closed_at IS NOT NULL))
);
-- Two at once would both find what is missing, and subtract it twice.
CREATE UNIQUE INDEX stock_take_one_per_store ON stock_take (store_id) WHERE state IN ('open', 'paused');

-- A product in a stock take.
CREATE TABLE stock_take_line (
  stock_take_id integer NOT NULL CONSTRAINT stock_take_line_stock_take_id_fkey REFERENCES stock_take,
  product_id integer NOT NULL CONSTRAINT stock_take_line_product_id_fkey REFERENCES product,
  counted_thousandths bigint NOT NULL CONSTRAINT stock_take_line_counted_thousandths_check CHECK (counted_thousandths >= 0),
  -- The ledger's quantity when counting of this product began, and the id of the newest count or correction in it.
  expected_thousandths bigint NOT NULL,
  last_recount_id bigint NOT NULL,
  counted_at timestamptz NOT NULL,
  -- What was moved when the stock take was posted.
  posted_thousandths bigint,
  CONSTRAINT stock_take_line_pkey PRIMARY KEY (stock_take_id, product_id)
);

-- Each count that a phone sent. A second one with the same key counts nothing.
CREATE TABLE stock_take_count (
  client_key text CONSTRAINT stock_take_count_pkey PRIMARY KEY,
  stock_take_id integer NOT NULL CONSTRAINT stock_take_count_stock_take_id_fkey REFERENCES stock_take,
  product_id integer NOT NULL CONSTRAINT stock_take_count_product_id_fkey REFERENCES product,
  quantity_thousandths bigint NOT NULL,
  mode text NOT NULL CONSTRAINT stock_take_count_mode_check CHECK (mode IN ('add', 'set')),
  user_id integer NOT NULL CONSTRAINT stock_take_count_user_id_fkey REFERENCES app_user,
  created_at timestamptz NOT NULL
);
CREATE INDEX stock_take_count_take ON stock_take_count (stock_take_id, product_id);

-- The ledger: every change of stock. Rows are never changed.
CREATE TABLE stock_move (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT stock_move_pkey PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT stock_move_store_id_fkey REFERENCES store,
  product_id integer NOT NULL CONSTRAINT stock_move_product_id_fkey REFERENCES product,
  quantity_thousandths bigint NOT NULL,
  kind text NOT NULL CONSTRAINT stock_move_kind_check
    CHECK (kind IN ('sale', 'delivery', 'count', 'waste', 'correction', 'refund', 'return')),
  order_line_id bigint,
  -- The admin; null of a sale, whose order has the buyer.
  user_id integer CONSTRAINT stock_move_user_id_fkey REFERENCES app_user,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Goods that came back with a refund: one move per line of the refund, so a line may come back in parts.
  refund_line_id bigint,
  stock_entry_id bigint CONSTRAINT stock_move_stock_entry_id_fkey REFERENCES stock_entry,
  stock_take_id integer CONSTRAINT stock_move_stock_take_id_fkey REFERENCES stock_take,
  -- Of a delivery: what a piece, kilogram or litre of it cost, excluding VAT.
  price_ten_thousandths bigint,
  -- An order line moves stock once per kind.
  CONSTRAINT stock_move_order_line_id_kind_key UNIQUE (order_line_id, kind),
  CONSTRAINT stock_move_order_line_check CHECK (kind NOT IN ('sale', 'refund') OR order_line_id IS NOT NULL),
  CONSTRAINT stock_move_return_check CHECK ((kind = 'return') = (refund_line_id IS NOT NULL))
);
-- A product's ledger page by page, and sums between two moves from the index alone.
CREATE INDEX stock_move_sums ON stock_move (store_id, product_id, id) INCLUDE (quantity_thousandths);
-- The ledger without sales.
CREATE INDEX stock_move_by_hand ON stock_move (store_id, product_id, kind, id) WHERE kind <> 'sale';
CREATE INDEX stock_move_entry ON stock_move (stock_entry_id) WHERE stock_entry_id IS NOT NULL;
CREATE UNIQUE INDEX stock_move_refund_line ON stock_move (refund_line_id) WHERE refund_line_id IS NOT NULL;
-- The moves since a day, for the inventory list of a past day. Rows are appended in the order of time, so a few kilobytes suffice.
CREATE INDEX stock_move_by_time ON stock_move USING brin (created_at);

-- What of a move came into a lot, or was taken from it. What is missing to the move is of no known lot.
CREATE TABLE stock_lot_move (
  stock_move_id bigint NOT NULL CONSTRAINT stock_lot_move_stock_move_id_fkey REFERENCES stock_move ON DELETE CASCADE,
  stock_lot_id bigint NOT NULL CONSTRAINT stock_lot_move_stock_lot_id_fkey REFERENCES stock_lot,
  quantity_thousandths bigint NOT NULL,
  CONSTRAINT stock_lot_move_pkey PRIMARY KEY (stock_move_id, stock_lot_id)
);
CREATE INDEX stock_lot_move_lot ON stock_lot_move (stock_lot_id);

-- Puts goods of a delivery into a lot, as many as the shelf has: below zero, some were sold before they were received. The shelf is locked.
CREATE FUNCTION add_to_lot(move bigint, named_lot text, named_best_before date, named_use_by date, thousandths bigint)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  moved stock_move;
  room bigint;
  chosen bigint;
BEGIN
  SELECT * INTO moved FROM stock_move WHERE id = move;
  SELECT least(thousandths, greatest(shelf.quantity_thousandths, 0) - coalesce((SELECT sum(quantity_thousandths) FROM stock_lot there
      WHERE there.store_id = moved.store_id AND there.product_id = moved.product_id AND there.quantity_thousandths > 0), 0)::bigint)
    INTO room FROM store_stock shelf WHERE shelf.store_id = moved.store_id AND shelf.product_id = moved.product_id;
  IF room <= 0 THEN RETURN; END IF;
  INSERT INTO stock_lot (store_id, product_id, lot, best_before, use_by, quantity_thousandths)
    VALUES (moved.store_id, moved.product_id, named_lot, named_best_before, named_use_by, room)
    ON CONFLICT (store_id, product_id, coalesce(lot, ''), coalesce(use_by, best_before, 'infinity')) DO UPDATE
    SET quantity_thousandths = stock_lot.quantity_thousandths + excluded.quantity_thousandths RETURNING id INTO chosen;
  INSERT INTO stock_lot_move (stock_move_id, stock_lot_id, quantity_thousandths) VALUES (move, chosen, room)
    ON CONFLICT (stock_move_id, stock_lot_id) DO UPDATE
    SET quantity_thousandths = stock_lot_move.quantity_thousandths + excluded.quantity_thousandths;
END $$;

-- Takes what a move took from the shelf out of its lots: out of the named one, or if none is named the oldest first. What a named lot doesn't
-- have is of no known lot, unless the shelf has no more of that. Never more than the move, or than `max_thousandths`. The shelf is locked.
CREATE FUNCTION take_from_lots(move bigint, named_lot text, named_day date, max_thousandths bigint)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  moved stock_move;
  remaining bigint;
  excess bigint;
  taken bigint;
  there record;
BEGIN
  SELECT * INTO moved FROM stock_move WHERE id = move;
  SELECT least(max_thousandths, -moved.quantity_thousandths + coalesce(sum(quantity_thousandths), 0)::bigint) INTO remaining
    FROM stock_lot_move WHERE stock_move_id = move;
  SELECT coalesce(sum(quantity_thousandths), 0)::bigint - greatest((SELECT quantity_thousandths FROM store_stock shelf
      WHERE shelf.store_id = moved.store_id AND shelf.product_id = moved.product_id), 0) INTO excess
    FROM stock_lot WHERE store_id = moved.store_id AND product_id = moved.product_id AND quantity_thousandths > 0;
  FOR there IN
    SELECT id, quantity_thousandths,
      -- A delivery may have named only the lot or only the date.
      coalesce(lot = named_lot, true) AND coalesce(last_day = named_day, true)
        AND ((named_lot IS NULL AND named_day IS NULL) OR coalesce(lot = named_lot, last_day = named_day, false)) AS is_meant
    FROM stock_lot WHERE store_id = moved.store_id AND product_id = moved.product_id AND quantity_thousandths > 0
    ORDER BY 3 DESC, coalesce(lot = named_lot, false) DESC, last_day, id
  LOOP
    taken := least(there.quantity_thousandths, remaining, CASE WHEN there.is_meant THEN remaining ELSE excess END);
    CONTINUE WHEN taken <= 0;
    UPDATE stock_lot SET quantity_thousandths = quantity_thousandths - taken WHERE id = there.id;
    INSERT INTO stock_lot_move (stock_move_id, stock_lot_id, quantity_thousandths) VALUES (move, there.id, -taken)
      ON CONFLICT (stock_move_id, stock_lot_id) DO UPDATE
      SET quantity_thousandths = stock_lot_move.quantity_thousandths + excluded.quantity_thousandths;
    remaining := remaining - taken;
    excess := excess - taken;
  END LOOP;
END $$;

-- Takes the goods of a paid order from the store's shelves: a move per line, and quantities kept equal to the ledger. Locks shelves in the
-- order of product ids, then the store. Shoppers' lists are rebuilt only when they show the change, since they show what is left at or below
-- the alarm limit. The goods of a pre-order were never on the shelves.
CREATE FUNCTION deduct_stock(paid_order bigint) RETURNS void LANGUAGE plpgsql STRICT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  sold record;
BEGIN
  SELECT * INTO sold FROM customer_order WHERE id = paid_order AND status = 'complete' AND order_type = 'standard';
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id)
    SELECT sold.store_id, product_id, -quantity_thousandths, 'sale', id FROM order_line WHERE order_id = paid_order;
  INSERT INTO store_stock (store_id, product_id, quantity_thousandths, offered)
    SELECT sold.store_id, product_id, -sum(quantity_thousandths), false FROM order_line WHERE order_id = paid_order
    GROUP BY product_id ORDER BY product_id
    ON CONFLICT (store_id, product_id) DO UPDATE
    SET quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths;
  -- Named lots first: what names none takes what they leave.
  PERFORM take_from_lots(move.id, line.lot, coalesce(line.use_by, line.best_before), line.quantity_thousandths)
    FROM order_line line JOIN stock_move move ON move.order_line_id = line.id AND move.kind = 'sale'
    WHERE line.order_id = paid_order AND EXISTS (SELECT FROM stock_lot there WHERE there.store_id = sold.store_id
      AND there.product_id = line.product_id AND there.quantity_thousandths > 0)
    ORDER BY line.lot IS NULL AND line.use_by IS NULL AND line.best_before IS NULL, line.id;
  IF EXISTS (SELECT FROM order_line line JOIN product ON product.id = line.product_id
      JOIN store_stock shelf ON shelf.store_id = sold.store_id AND shelf.product_id = line.product_id
      WHERE line.order_id = paid_order AND shelf.quantity_thousandths + line.quantity_thousandths > 0
        AND shelf.quantity_thousandths <= coalesce(shelf.alarm_thousandths, product.stock_alarm_thousandths, 0)) THEN
    UPDATE store SET catalogue_version = catalogue_version + 1 WHERE id = sold.store_id;
  END IF;
END $$;
