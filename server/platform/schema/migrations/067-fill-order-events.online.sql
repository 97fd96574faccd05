-- The events that are still sentences: all at first, later those that a server of the previous version writes.
DROP INDEX CONCURRENTLY IF EXISTS order_event_unread;
CREATE INDEX CONCURRENTLY order_event_unread ON order_event (id) WHERE kind IS NULL;
-- fill-order-events.ts runs this statement again. The forms of a sentence, all since the first version:
--   payment attempt 7: SUCCESS
--   payment attempt 7: MANUAL, by the word of an admin: <reason>
--   payment attempt 7 given back by refund 3: REVERSED
--   payment attempt 7 given back by refund 3: REVERSED, by the word of an admin: <reason>
--   refund 3 of 2.90 EUR: DONE: <reason>
--   refund 3 of 2.90 EUR: DONE, by the word of an admin: <reason>
-- and the fixed ones below. Everything else is the reason of an admin who changed the status. The ids must be of the order's own payment
-- and refund: an admin may have written anything.
-- The locks keep a reason from which an erasure cuts a name at this moment from being written back.
UPDATE order_event SET kind = coalesce(found.kind, 'status_changed'), attempt_id = found.attempt_id, refund_id = found.refund_id,
  outcome = CASE WHEN found.kind IN ('payment', 'refund', 'reversal') THEN split_part(split_part(found.reason, ': ', 2), ',', 1) END,
  reason = CASE WHEN found.kind IS NULL THEN found.reason
    WHEN found.kind IN ('payment', 'refund', 'reversal')
    THEN substring(found.reason from '^[^:]*: [A-Z_]+(?:, by the word of an admin)?: (.*)$') END
FROM (
  SELECT event.id, event.reason, attempt.id AS attempt_id, refund.id AS refund_id,
    CASE
      WHEN attempt.id IS NOT NULL THEN 'payment'
      WHEN refund.id IS NOT NULL THEN refund.kind
      WHEN event.reason = 'the account was removed' THEN 'account_removed'
      WHEN event.actor = 'admin' THEN CASE event.reason
        WHEN 'store closed to shoppers' THEN 'store_hidden'
        WHEN 'the goods are in the store' THEN 'delivered' END
      WHEN event.reason = 'cancelled by the shopper' THEN 'cancelled'
      WHEN event.reason ~ '^replaced( by [0-9]+)?$' THEN 'replaced'
      WHEN event.reason = 'store changed' THEN 'store_changed'
      WHEN event.reason = 'unchanged for a day' THEN 'expired'
      WHEN event.reason = 'booked' THEN 'booked'
      WHEN event.reason = 'withdrawn from by the shopper' THEN 'withdrawn'
      WHEN event.reason ~ '^what is left of [0-9]+ after a withdrawal$' THEN 'split_off'
    END AS kind
  FROM (
    -- A match without its parts costs a fifth of one with them.
    SELECT id, order_id, actor, reason,
      CASE WHEN reason ~ '^payment attempt [0-9]{1,18}: [A-Z_]+(, by the word of an admin: .*)?$'
        THEN split_part(split_part(reason, ' ', 3), ':', 1)::bigint END AS attempt_id,
      CASE WHEN reason ~ '^payment attempt [0-9]+ given back by refund [0-9]{1,18}: [A-Z_]+(, by the word of an admin: .*)?$'
        THEN split_part(split_part(reason, ' ', 8), ':', 1)::bigint
        WHEN reason ~ '^refund [0-9]{1,18} of [0-9.]+ [A-Z]+: [A-Z_]+(, by the word of an admin)?: '
        THEN split_part(reason, ' ', 2)::bigint END AS refund_id
    FROM order_event WHERE kind IS NULL ORDER BY id LIMIT 5000 FOR NO KEY UPDATE
  ) event
  LEFT JOIN payment_attempt attempt ON attempt.id = event.attempt_id AND attempt.order_id = event.order_id
  LEFT JOIN refund ON refund.id = event.refund_id AND refund.order_id = event.order_id
) found
WHERE order_event.id = found.id;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_kind_check;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_facts_check;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_attempt_id_fkey;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_refund_id_fkey;
VACUUM (ANALYZE) order_event;
