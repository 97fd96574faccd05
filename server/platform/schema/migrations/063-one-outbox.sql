-- Emails, SMS and pushes in one table: docs/developer/decisions/063-one-outbox.md. Servers of the version before keep writing to their own
-- tables; those of this version move the rows here, and a later release drops the tables.

-- A message is written in the transaction that needs it, and sent after the commit. `sending` is committed before the request. If the
-- server ends then, the lease expires: an email or an SMS is sent again, a push counts as failed. Emails and SMS that were sent are
-- deleted, and those that failed lose their content.
CREATE TABLE outbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_message_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT outbox_message_kind_check CHECK (kind IN ('mail', 'sms', 'receipt', 'push')),
  -- Recipient and text of an email or an SMS, encrypted.
  sealed text,
  -- Its email is written when it is sent.
  receipt_id bigint CONSTRAINT outbox_message_receipt_id_fkey REFERENCES receipt ON DELETE CASCADE,
  notification_id bigint CONSTRAINT outbox_message_notification_id_fkey REFERENCES push_notification ON DELETE CASCADE,
  device_id bigint CONSTRAINT outbox_message_device_id_fkey REFERENCES push_device ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT outbox_message_state_check CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  -- Why it failed, or waits for another try.
  reason text,
  tries integer NOT NULL DEFAULT 0,
  -- Sent before the others of its kind.
  urgent boolean NOT NULL DEFAULT false,
  -- Waiting: not before this time.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Sending: until when the sending server is assumed to run.
  lease_until timestamptz,
  -- When the code or link in it expires: a restored database does not send it again.
  expires_at timestamptz,
  -- When the last try began.
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT outbox_message_notification_id_device_id_key UNIQUE (notification_id, device_id),
  CONSTRAINT outbox_message_content_check CHECK (state = 'failed' OR CASE kind
    WHEN 'receipt' THEN receipt_id IS NOT NULL WHEN 'push' THEN notification_id IS NOT NULL ELSE sealed IS NOT NULL END),
  CONSTRAINT outbox_message_lease_check CHECK ((state = 'sending') = (lease_until IS NOT NULL))
);
CREATE INDEX outbox_message_due ON outbox_message (kind, urgent DESC, due_at, id) WHERE state = 'waiting';
CREATE INDEX outbox_message_lease ON outbox_message (lease_until) WHERE state = 'sending';
CREATE INDEX outbox_message_failed ON outbox_message (sent_at) WHERE state = 'failed';
CREATE INDEX outbox_message_receipt ON outbox_message (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX outbox_message_notification ON outbox_message (notification_id, state) WHERE notification_id IS NOT NULL;
CREATE INDEX outbox_message_device ON outbox_message (device_id) WHERE device_id IS NOT NULL;
