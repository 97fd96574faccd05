-- The refund of which a payment service reports that it failed: Adyen's reference, the second part of what is stored. Until it is there,
-- the refund is found by reading them all.
DROP INDEX CONCURRENTLY IF EXISTS refund_service_reference;
CREATE INDEX CONCURRENTLY refund_service_reference ON refund ((split_part(split_part(transaction_id, ' ', 1), '.', 2)))
  WHERE transaction_id IS NOT NULL;
