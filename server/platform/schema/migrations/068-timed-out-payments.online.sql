-- A shopper's payments that timed out, counted before each payment.
DROP INDEX CONCURRENTLY IF EXISTS attempt_timed_out;
CREATE INDEX CONCURRENTLY attempt_timed_out ON payment_attempt (user_id, outcome_at) WHERE state = 'ABORTED';
