-- What an order's history kept in sentences, as columns. kind stays null in rows of servers of the previous version until 067, or after it
-- the clean-up, has read their sentence; reason is then as an admin entered it. outcome: the result code of a payment, or the state that an
-- admin gave it; the state of a refund, or of the payment that a reversal returned.
ALTER TABLE order_event
  ADD COLUMN kind text,
  ADD COLUMN attempt_id bigint,
  ADD COLUMN refund_id bigint,
  ADD COLUMN outcome text,
  ADD CONSTRAINT order_event_kind_check CHECK (kind IN ('status_changed', 'payment', 'refund', 'reversal', 'cancelled', 'replaced',
    'store_changed', 'expired', 'store_hidden', 'account_removed', 'booked', 'delivered', 'withdrawn', 'split_off')) NOT VALID,
  ADD CONSTRAINT order_event_facts_check CHECK (kind IS NULL OR ((attempt_id IS NOT NULL) = (kind = 'payment')
    AND (refund_id IS NOT NULL) = (kind IN ('refund', 'reversal'))
    AND (outcome IS NOT NULL) = (kind IN ('payment', 'refund', 'reversal')))) NOT VALID,
  ADD CONSTRAINT order_event_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt NOT VALID,
  ADD CONSTRAINT order_event_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund NOT VALID;
