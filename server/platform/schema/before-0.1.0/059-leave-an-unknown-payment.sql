-- Since when nobody knows what became of the attempt (the first time; kept), and when its shopper stopped waiting in the app. An attempt
-- that was left keeps every claim it has: on the order, on the shopper and on the terminal.
ALTER TABLE payment_attempt
  ADD COLUMN unknown_since timestamptz,
  ADD COLUMN left_at timestamptz,
  ADD CONSTRAINT payment_attempt_left_check CHECK (left_at IS NULL OR unknown_since IS NOT NULL) NOT VALID;
