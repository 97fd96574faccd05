-- Pre-orders: events in which goods are ordered beforehand, what is booked of them, and what their orders remember.

ALTER TABLE supplier ADD COLUMN email text;

-- Pick-up goes from the start to the end date. names, descriptions: {en, fi, sv}.
CREATE TABLE preorder_event (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  names jsonb NOT NULL,
  descriptions jsonb NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  -- Null: until the start of the start date, in the time zone of each store.
  order_until timestamptz,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'open', 'closed')),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (end_date >= start_date)
);
CREATE INDEX preorder_event_open ON preorder_event (start_date, id) WHERE status = 'open';

CREATE TABLE preorder_event_store (
  event_id integer NOT NULL REFERENCES preorder_event ON DELETE CASCADE,
  store_id integer NOT NULL REFERENCES store,
  PRIMARY KEY (event_id, store_id)
);
CREATE INDEX preorder_event_store_store ON preorder_event_store (store_id);

-- What the event sells. booked_thousandths is the sum of its orders that are not cancelled, kept in step in the same
-- transaction. The check is the fence: more than the cap can't be booked, nor the cap set below what is booked.
CREATE TABLE preorder_event_item (
  event_id integer NOT NULL REFERENCES preorder_event ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product,
  position integer NOT NULL,
  -- Null: unlimited.
  cap_thousandths bigint CHECK (cap_thousandths >= 0),
  booked_thousandths bigint NOT NULL DEFAULT 0 CHECK (booked_thousandths >= 0),
  PRIMARY KEY (event_id, product_id),
  CONSTRAINT preorder_event_item_cap CHECK (booked_thousandths <= cap_thousandths)
) WITH (fillfactor = 70);
CREATE INDEX preorder_event_item_product ON preorder_event_item (product_id);

ALTER TABLE app_user ADD COLUMN active_preorder_event_id integer REFERENCES preorder_event;
CREATE INDEX app_user_active_preorder_event ON app_user (active_preorder_event_id)
  WHERE active_preorder_event_id IS NOT NULL;

ALTER TABLE customer_order
  ADD COLUMN preorder_event_id integer REFERENCES preorder_event,
  -- The booked pre-order whose place this one takes when it is booked.
  ADD COLUMN replaces_order_id integer REFERENCES customer_order,
  ADD COLUMN booked_at timestamptz,
  -- When the shopper was told, once, that the goods are in the store.
  ADD COLUMN delivery_told_at timestamptz,
  ADD CONSTRAINT order_preorder_has_event CHECK ((order_type = 'preorder') = (preorder_event_id IS NOT NULL)),
  ADD CONSTRAINT order_replaces_a_preorder CHECK (replaces_order_id IS NULL OR order_type = 'preorder');
CREATE INDEX order_preorder_event ON customer_order (preorder_event_id, store_id, status)
  WHERE preorder_event_id IS NOT NULL;
CREATE INDEX order_replaces ON customer_order (replaces_order_id) WHERE replaces_order_id IS NOT NULL;

-- A shopper's withdrawal from the distance contract, as it was acknowledged. Written once; what became of it, once.
CREATE TABLE preorder_withdrawal (
  order_id integer PRIMARY KEY REFERENCES customer_order,
  user_id integer NOT NULL REFERENCES app_user,
  -- The lines that it covers: all but the perishable ones.
  product_ids integer[] NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  settled_by integer REFERENCES app_user,
  settled_reason text
);
