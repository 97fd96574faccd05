-- A lease is prolonged every few seconds for as long as somebody stands at a terminal. With no index over it that writes the row
-- and nothing else (a "heap-only tuple"); before, each time wrote into eight indexes of the table.
-- Served by this one: a server's own payments, in line or not, those that nobody drives, and how many there are of what is not settled.
DROP INDEX CONCURRENTLY IF EXISTS attempt_unsettled;
CREATE INDEX CONCURRENTLY attempt_unsettled ON payment_attempt (owner, state)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'REVIEW', 'REVERSAL_DUE');
