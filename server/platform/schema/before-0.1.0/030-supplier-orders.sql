-- What was ordered of a supplier for an event, as the mail said it. Written once, never edited.
CREATE TABLE supplier_order (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  event_id integer NOT NULL REFERENCES preorder_event,
  supplier_id integer NOT NULL REFERENCES supplier,
  sent_to text NOT NULL,
  -- [{product_id, quantity_thousandths}], of all stores together.
  lines jsonb NOT NULL,
  user_id integer NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX supplier_order_event ON supplier_order (event_id, supplier_id, id);
CREATE INDEX supplier_order_supplier ON supplier_order (supplier_id);
CREATE INDEX supplier_order_user ON supplier_order (user_id);
