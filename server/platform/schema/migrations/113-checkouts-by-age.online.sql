-- Checkouts that the clean-up cancels a day after they were placed. It replaces the index of those that were not changed for a day.
DROP INDEX CONCURRENTLY IF EXISTS order_checkout_created;
CREATE INDEX CONCURRENTLY order_checkout_created ON customer_order (created_at)
  WHERE status = 'checkout' AND cancelled_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS order_stale_checkout;
