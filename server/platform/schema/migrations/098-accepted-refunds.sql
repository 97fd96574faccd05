-- When the payment service accepted the refund, before its outcome is known: from then on it is never taken for “not made”.
ALTER TABLE refund ADD COLUMN accepted_at timestamptz;
