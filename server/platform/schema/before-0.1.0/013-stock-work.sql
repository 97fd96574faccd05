-- Moving and counting stock in the back office.

-- One press of a button; its lines are rows of the ledger. A second press with the same key moves nothing.
CREATE TABLE stock_entry (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  client_key text NOT NULL UNIQUE,
  -- What was sent with the key: another content is no second press.
  content_sha256 bytea NOT NULL,
  store_id integer NOT NULL REFERENCES store,
  user_id integer NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL
);

-- A count of a store's shelves that takes a while, on one phone or several, while the store sells.
CREATE TABLE stock_take (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  store_id integer NOT NULL REFERENCES store,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'posted', 'cancelled')),
  started_by integer NOT NULL REFERENCES app_user,
  started_at timestamptz NOT NULL,
  closed_by integer REFERENCES app_user,
  closed_at timestamptz,
  CHECK ((state IN ('posted', 'cancelled')) = (closed_at IS NOT NULL))
);
-- Two at once would both find what is missing, and take it off twice.
CREATE UNIQUE INDEX stock_take_one_per_store ON stock_take (store_id) WHERE state IN ('open', 'paused');

CREATE TABLE stock_take_line (
  stock_take_id integer NOT NULL REFERENCES stock_take,
  product_id integer NOT NULL REFERENCES product,
  counted_thousandths bigint NOT NULL CHECK (counted_thousandths >= 0),
  -- The ledger's quantity when the counting of this product began, and the newest count or correction in it.
  expected_thousandths bigint NOT NULL,
  last_recount_id bigint NOT NULL,
  counted_at timestamptz NOT NULL,
  -- What was moved when the stock take was posted.
  posted_thousandths bigint,
  PRIMARY KEY (stock_take_id, product_id)
);

-- Each press of a phone, so that a second one with the same key counts nothing.
CREATE TABLE stock_take_count (
  client_key text PRIMARY KEY,
  stock_take_id integer NOT NULL REFERENCES stock_take,
  product_id integer NOT NULL REFERENCES product,
  quantity_thousandths bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('add', 'set')),
  user_id integer NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL
);
CREATE INDEX stock_take_count_take ON stock_take_count (stock_take_id, product_id);

ALTER TABLE stock_move ADD COLUMN stock_entry_id integer REFERENCES stock_entry;
ALTER TABLE stock_move ADD COLUMN stock_take_id integer REFERENCES stock_take;
CREATE INDEX stock_move_entry ON stock_move (stock_entry_id) WHERE stock_entry_id IS NOT NULL;
-- A product's ledger, page by page; it takes the place of the index without the id.
CREATE INDEX stock_move_ledger ON stock_move (store_id, product_id, id);
DROP INDEX stock_move_product;
