-- Pre-orders: events whose goods are ordered in advance, what is booked, withdrawals, and orders to suppliers.

-- Days on which pre-ordered goods are picked up, from the start date to the end date.
CREATE TABLE preorder_event (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT preorder_event_pkey PRIMARY KEY,
  -- {en, fi, sv}.
  names jsonb NOT NULL,
  descriptions jsonb NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  -- Null: until the start of the start date, in the time zone of each store.
  order_until timestamptz,
  status text NOT NULL DEFAULT 'draft' CONSTRAINT preorder_event_status_check CHECK (status IN ('draft', 'open', 'closed')),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT preorder_event_end_date_check CHECK (end_date >= start_date)
);
CREATE INDEX preorder_event_open ON preorder_event (start_date, id) WHERE status = 'open';
ALTER TABLE app_user
  ADD CONSTRAINT app_user_active_preorder_event_id_fkey FOREIGN KEY (active_preorder_event_id) REFERENCES preorder_event;
ALTER TABLE customer_order
  ADD CONSTRAINT customer_order_preorder_event_id_fkey FOREIGN KEY (preorder_event_id) REFERENCES preorder_event;

-- The stores where an event's goods are picked up.
CREATE TABLE preorder_event_store (
  event_id integer NOT NULL CONSTRAINT preorder_event_store_event_id_fkey REFERENCES preorder_event ON DELETE CASCADE,
  store_id integer NOT NULL CONSTRAINT preorder_event_store_store_id_fkey REFERENCES store,
  CONSTRAINT preorder_event_store_pkey PRIMARY KEY (event_id, store_id)
);
CREATE INDEX preorder_event_store_store ON preorder_event_store (store_id);

-- What an event sells. Bookings update the row often, so pages keep free space.
CREATE TABLE preorder_event_item (
  event_id integer NOT NULL CONSTRAINT preorder_event_item_event_id_fkey REFERENCES preorder_event ON DELETE CASCADE,
  product_id integer NOT NULL CONSTRAINT preorder_event_item_product_id_fkey REFERENCES product,
  position integer NOT NULL,
  -- Null: unlimited.
  cap_thousandths bigint CONSTRAINT preorder_event_item_cap_thousandths_check CHECK (cap_thousandths >= 0),
  -- The sum over the event's orders that are not cancelled, updated in the same transaction.
  booked_thousandths bigint NOT NULL DEFAULT 0
    CONSTRAINT preorder_event_item_booked_thousandths_check CHECK (booked_thousandths >= 0),
  -- How much one shopper may book at most. Null: unlimited.
  per_shopper_thousandths bigint CONSTRAINT preorder_event_item_per_shopper_check CHECK (per_shopper_thousandths > 0),
  CONSTRAINT preorder_event_item_pkey PRIMARY KEY (event_id, product_id),
  -- No more than the cap can be booked, and the cap can't be set below what is booked.
  CONSTRAINT preorder_event_item_cap_check CHECK (booked_thousandths <= cap_thousandths)
) WITH (fillfactor = 70);
CREATE INDEX preorder_event_item_product ON preorder_event_item (product_id);

-- A shopper's withdrawal from the distance contract, as it was acknowledged. Written once; how it was settled, once.
CREATE TABLE preorder_withdrawal (
  order_id bigint
    CONSTRAINT preorder_withdrawal_pkey PRIMARY KEY
    CONSTRAINT preorder_withdrawal_order_id_fkey REFERENCES customer_order,
  user_id integer NOT NULL CONSTRAINT preorder_withdrawal_user_id_fkey REFERENCES app_user,
  -- The products that it covers: all but the perishable ones.
  product_ids integer[] NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  settled_by integer CONSTRAINT preorder_withdrawal_settled_by_fkey REFERENCES app_user,
  settled_reason text
);

-- What was ordered from a supplier for an event, as it was emailed. Rows are never changed.
CREATE TABLE supplier_order (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT supplier_order_pkey PRIMARY KEY,
  event_id integer NOT NULL CONSTRAINT supplier_order_event_id_fkey REFERENCES preorder_event,
  supplier_id integer NOT NULL CONSTRAINT supplier_order_supplier_id_fkey REFERENCES supplier,
  sent_to text NOT NULL,
  -- [{product_id, quantity_thousandths}], of all stores together.
  lines jsonb NOT NULL,
  user_id integer NOT NULL CONSTRAINT supplier_order_user_id_fkey REFERENCES app_user,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX supplier_order_event ON supplier_order (event_id, supplier_id, id);
CREATE INDEX supplier_order_supplier ON supplier_order (supplier_id);
CREATE INDEX supplier_order_user ON supplier_order (user_id);
