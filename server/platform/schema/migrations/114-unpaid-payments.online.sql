-- A shopper's payments that ended unpaid, counted before each payment. It replaces the index of those that timed out.
DROP INDEX CONCURRENTLY IF EXISTS attempt_ended_unpaid;
CREATE INDEX CONCURRENTLY attempt_ended_unpaid ON payment_attempt (user_id, outcome_at)
  WHERE state IN ('DECLINED', 'CANCELLED', 'ABORTED');
DROP INDEX CONCURRENTLY IF EXISTS attempt_timed_out;
