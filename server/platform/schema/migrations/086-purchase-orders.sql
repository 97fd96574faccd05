-- Orders of a store to a supplier: docs/developer/decisions/072-purchasing.md.
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

CREATE TABLE purchase_order_line (
  purchase_order_id integer NOT NULL CONSTRAINT purchase_order_line_purchase_order_id_fkey REFERENCES purchase_order,
  product_id integer NOT NULL CONSTRAINT purchase_order_line_product_id_fkey REFERENCES product,
  place integer NOT NULL,
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

-- A stock entry that received goods, or one that takes such an entry back with moves below zero. Deliveries that a server of the version
-- before writes have no row: they can't be undone.
CREATE TABLE delivery (
  stock_entry_id bigint CONSTRAINT delivery_pkey PRIMARY KEY
    CONSTRAINT delivery_stock_entry_id_fkey REFERENCES stock_entry,
  store_id integer NOT NULL CONSTRAINT delivery_store_id_fkey REFERENCES store,
  supplier_id integer CONSTRAINT delivery_supplier_id_fkey REFERENCES supplier,
  -- The number of the delivery note.
  note text CONSTRAINT delivery_note_check CHECK (length(note) <= 100),
  purchase_order_id integer CONSTRAINT delivery_purchase_order_id_fkey REFERENCES purchase_order,
  -- The delivery that this entry takes back; each at most once.
  undoes_id bigint CONSTRAINT delivery_undoes_id_fkey REFERENCES delivery CONSTRAINT delivery_undoes_id_key UNIQUE
);
CREATE INDEX delivery_store ON delivery (store_id, stock_entry_id);
CREATE INDEX delivery_supplier ON delivery (supplier_id);
CREATE INDEX delivery_purchase_order ON delivery (purchase_order_id) WHERE purchase_order_id IS NOT NULL;
-- Of a delivery: what a piece, kilogram or litre of it cost, excluding VAT.
ALTER TABLE stock_move ADD COLUMN price_ten_thousandths bigint;
