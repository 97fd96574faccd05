-- What the back office's list of orders is searched and sorted by, so that a page costs the same after years of selling.
-- What a list may ask of its rows lies in the index itself: counting them reads no order.
CREATE INDEX order_updated ON customer_order (updated_at, id)
  INCLUDE (status, store_id, order_type, cancelled_at, total_cents);
CREATE INDEX order_store_updated ON customer_order (store_id, updated_at, id)
  INCLUDE (status, order_type, cancelled_at, total_cents);
CREATE INDEX order_user_updated ON customer_order (user_id, updated_at, id);
CREATE INDEX order_total ON customer_order (total_cents, id);

-- The few among the many that were simply paid in a store.
CREATE INDEX order_unpaid_updated ON customer_order (status, updated_at, id)
  INCLUDE (store_id, order_type, cancelled_at, total_cents) WHERE status <> 'complete';
CREATE INDEX order_cancelled_updated ON customer_order (updated_at, id)
  INCLUDE (store_id, order_type, cancelled_at, total_cents) WHERE cancelled_at IS NOT NULL;
CREATE INDEX order_preorder_updated ON customer_order (updated_at, id)
  INCLUDE (status, store_id, order_type, cancelled_at, total_cents) WHERE order_type = 'preorder';
