-- A shopper's last payment at a terminal, read before each payment: docs/developer/decisions/050-who-is-at-the-terminal.md.
DROP INDEX CONCURRENTLY IF EXISTS attempt_paid_at_terminal;
CREATE INDEX CONCURRENTLY attempt_paid_at_terminal ON payment_attempt (user_id, outcome_at)
  WHERE state IN ('APPROVED', 'MANUAL') AND holds_terminal;
