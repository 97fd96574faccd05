-- A terminal has one attempt at a time, an app many: the index that replaces attempt_one_per_terminal. Until then an app takes one payment
-- at a time. A server of the version before knows only the old name: an attempt that meets the new one tries again after a second.
DROP INDEX CONCURRENTLY IF EXISTS attempt_one_holds_terminal;
CREATE UNIQUE INDEX CONCURRENTLY attempt_one_holds_terminal ON payment_attempt (terminal_id)
  WHERE state IN ('INTENT', 'SENT', 'UNKNOWN') AND holds_terminal;
DROP INDEX CONCURRENTLY IF EXISTS attempt_one_per_terminal;
