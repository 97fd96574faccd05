-- Recalls of products: docs/developer/decisions/071-recalls.md. A server of the version before still sells a recalled product, and sends
-- no recall email: finish an update before a recall.

-- While set, the product is sold in no store and in no event.
ALTER TABLE product ADD COLUMN recalled_at timestamptz;

-- A product that must not be sold any more, and whose buyers are told.
CREATE TABLE recall (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT recall_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT recall_product_id_fkey REFERENCES product,
  -- {en, fi, sv}: what is wrong, and what buyers should do.
  reasons jsonb NOT NULL,
  -- As the package shows them; the shop does not know which buyer has which.
  lots text NOT NULL CONSTRAINT recall_lots_check CHECK (length(lots) <= 200),
  -- Days of sale, in the time zone of the shop. Null: since ever, until the block.
  sold_from date,
  sold_until date,
  begun_at timestamptz NOT NULL,
  begun_by integer NOT NULL CONSTRAINT recall_begun_by_fkey REFERENCES app_user,
  -- From then on the product may be sold again. Its buyers stay.
  ended_at timestamptz,
  ended_by integer CONSTRAINT recall_ended_by_fkey REFERENCES app_user,
  -- Sales until then were searched for buyers.
  searched_until timestamptz,
  CONSTRAINT recall_sold_until_check CHECK (sold_until >= sold_from),
  CONSTRAINT recall_ended_at_check CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX recall_one_open_per_product ON recall (product_id) WHERE ended_at IS NULL;
CREATE INDEX recall_product ON recall (product_id);
CREATE INDEX recall_begun ON recall (begun_at, id);

-- Who bought or pre-ordered it. The row is written in the transaction that writes its messages: each buyer is told once.
CREATE TABLE recall_buyer (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT recall_buyer_pkey PRIMARY KEY,
  recall_id integer NOT NULL CONSTRAINT recall_buyer_recall_id_fkey REFERENCES recall,
  user_id integer NOT NULL CONSTRAINT recall_buyer_user_id_fkey REFERENCES app_user,
  found_at timestamptz NOT NULL,
  -- When the buyer confirmed the notice in the app, which is shown until then.
  confirmed_at timestamptz,
  refund_asked_at timestamptz,
  CONSTRAINT recall_buyer_recall_id_user_id_key UNIQUE (recall_id, user_id)
);
CREATE INDEX recall_buyer_user ON recall_buyer (user_id);

-- The email about a recall is written when it is sent. Its row names the notification in its language, as pushes do: all messages of a
-- recall are found by the notifications' index. Without an index of its own: buyers are never deleted.
ALTER TABLE outbox_message
  ADD COLUMN recall_buyer_id bigint CONSTRAINT outbox_message_recall_buyer_id_fkey REFERENCES recall_buyer,
  DROP CONSTRAINT outbox_message_kind_check,
  DROP CONSTRAINT outbox_message_content_check;
-- Wider than those that they replace, so that every row keeps them.
ALTER TABLE outbox_message
  ADD CONSTRAINT outbox_message_kind_check CHECK (kind IN ('mail', 'sms', 'receipt', 'push', 'recall')) NOT VALID;
ALTER TABLE outbox_message
  ADD CONSTRAINT outbox_message_content_check CHECK (state = 'failed' OR CASE kind
    WHEN 'receipt' THEN receipt_id IS NOT NULL WHEN 'push' THEN notification_id IS NOT NULL
    WHEN 'recall' THEN recall_buyer_id IS NOT NULL AND notification_id IS NOT NULL ELSE sealed IS NOT NULL END) NOT VALID;
