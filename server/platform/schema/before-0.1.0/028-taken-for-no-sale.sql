-- Money that a terminal took though no sale came of it then: for an order that no longer waited, or another amount than was
-- asked. Written once, when it is learned: what becomes of the attempt later, by a refund or a person's word, changes
-- neither the day on which it came nor how much it was.
ALTER TABLE payment_attempt
  ADD COLUMN taken_at timestamptz,
  ADD COLUMN taken_cents integer,
  ADD COLUMN taken_source text CHECK (taken_source IN ('live', 'recovery', 'admin')),
  ADD CONSTRAINT attempt_taken_check CHECK ((taken_at IS NULL) = (taken_cents IS NULL) AND (taken_at IS NULL) = (taken_source IS NULL));
UPDATE payment_attempt SET taken_at = outcome_at, taken_cents = amount_cents, taken_source = coalesce(source, 'live')
WHERE state IN ('REVERSAL_DUE', 'REVERSED');
DROP INDEX attempt_no_sale;
CREATE INDEX attempt_taken ON payment_attempt (taken_at) WHERE taken_at IS NOT NULL;
CREATE INDEX attempt_taken_ended ON payment_attempt (outcome_at) WHERE taken_at IS NOT NULL;
