-- Stock: quantities on shelves, the ledger of every change, entries by admins, and stock takes.

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
  CONSTRAINT store_stock_pkey PRIMARY KEY (store_id, product_id)
);
CREATE INDEX store_stock_product ON store_stock (product_id);
CREATE INDEX store_stock_quantity ON store_stock (store_id, quantity_thousandths, product_id) WHERE is_standard;
CREATE INDEX store_stock_levels ON store_stock (store_id, level, product_id, offered) WHERE is_standard;

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
  user_id integer CONSTRAINT stock_move_user_id_fkey REFERENCES app_user,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Goods that came back with a refund: one move per line of the refund, so a line may come back in parts.
  refund_line_id bigint,
  stock_entry_id bigint CONSTRAINT stock_move_stock_entry_id_fkey REFERENCES stock_entry,
  stock_take_id integer CONSTRAINT stock_move_stock_take_id_fkey REFERENCES stock_take,
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
