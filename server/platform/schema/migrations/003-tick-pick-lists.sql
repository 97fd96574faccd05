-- What of a pre-order has been put aside for its shopper.
CREATE TABLE picked_item (
  order_id bigint NOT NULL CONSTRAINT picked_item_order_id_fkey REFERENCES customer_order ON DELETE CASCADE,
  product_id integer NOT NULL CONSTRAINT picked_item_product_id_fkey REFERENCES product,
  picked_at timestamptz NOT NULL,
  user_id integer NOT NULL CONSTRAINT picked_item_user_id_fkey REFERENCES app_user,
  CONSTRAINT picked_item_pkey PRIMARY KEY (order_id, product_id)
);
