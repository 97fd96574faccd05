-- What the first page of the back office reads, so that it costs the same after years of selling.
CREATE INDEX order_in_error ON customer_order (id) WHERE status = 'error';
CREATE INDEX attempt_in_doubt ON payment_attempt (order_id) WHERE state IN ('UNRESOLVED', 'REVIEW', 'REVERSAL_DUE');

-- What a new shop has done once, by name: its checklist remembers it.
CREATE TABLE shop_milestone (name text PRIMARY KEY, reached_at timestamptz NOT NULL);

-- Mails and SMS that were tried to the end in vain. Not to whom, nor what they said.
CREATE TABLE undelivered_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  reason text NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX undelivered_message_time ON undelivered_message (failed_at);
