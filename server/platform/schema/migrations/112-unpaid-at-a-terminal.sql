-- Shoppers whose last payments held a terminal and were not paid wait behind the others: docs/developer/decisions/050-who-is-at-the-terminal.md.
ALTER TABLE payment_attempt
  -- How many payments of its shopper held a terminal in the hour before and were not paid. In a queue, attempts with fewer go first.
  ADD COLUMN unpaid_before smallint NOT NULL DEFAULT 0;
