-- Who is at a terminal or waits for it: each payment asks before it begins, and while it waits in line, among however many have ended.
DROP INDEX CONCURRENTLY IF EXISTS attempt_open_at_terminal;
CREATE INDEX CONCURRENTLY attempt_open_at_terminal ON payment_attempt (terminal_id, id)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN');
