-- What was not paid at a terminal goes back by hand: no terminal hears of it.
ALTER TABLE refund
  DROP CONSTRAINT refund_check3,
  ADD CONSTRAINT refund_sent_check
    CHECK (state IN ('INTENT', 'NOT_PROCESSED') OR sent_at IS NOT NULL OR (state = 'DONE' AND source = 'admin'));
